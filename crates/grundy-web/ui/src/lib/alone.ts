/** Where the engine of a page without a server is; undefined where a server answers. */
export const engine = document.querySelector<HTMLMetaElement>("meta[name=grundy-engine]")?.content;

/** Whether this page has no server. */
export const isAlone = engine !== undefined;
