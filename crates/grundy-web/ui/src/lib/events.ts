/** An event that a server has sent. */
export interface SentEvent {
  name: string;
  data: string;
}

/** Takes the complete lines off the front of a text. */
function linesOf(text: string): [string[], string] {
  // A lone CR at the end may be the first half of a line's end.
  const lines = text.split(/\r\n|\n|\r(?!$)/);
  const rest = lines.pop() ?? "";
  return [lines, rest];
}

/** The events of a stream as they come (`text/event-stream`, as the HTML standard describes it). */
export async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<SentEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let name = "message";
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const [lines, rest] = linesOf(text + decoder.decode(value, { stream: true }));
      text = rest;
      for (const line of lines) {
        if (line === "") {
          if (data.length > 0) yield { name, data: data.join("\n") };
          name = "message";
          data = [];
          continue;
        }
        const [, field, content] = /^([^:]*):? ?(.*)$/.exec(line)!;
        if (field === "event") name = content!;
        else if (field === "data") data.push(content!);
      }
    }
  } finally {
    // Whoever stops reading closes the connection, and the server stops working.
    reader.cancel().catch(() => undefined);
  }
}
