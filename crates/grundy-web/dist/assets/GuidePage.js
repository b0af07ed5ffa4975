import{Bt as e,Dt as t,G as n,Lt as r,Mt as i,Pt as a,Qt as o,Rt as s,Tt as c,Ut as l,Zt as u,_n as d,dn as f,en as p,fn as m,gn as h,gt as g,jt as _,ln as v,nn as y,qt as b,rn as x,t as S,tn as C,vt as w,zt as T}from"./shared.js";var E=`# A game of your own: rule files

A game that is not built in can be stated in a small text file. The language is Starlark, which
is Python without classes, imports and \`while\`; a little Python is enough to read this page, in
ten minutes. Every file on it is run by the tests.

\`grundy new my-game.star\` writes a template, and \`grundy check my-game.star\` looks for
mistakes. A rule file works with all commands, like a built-in ruleset: \`solve\`, \`value\`,
\`table\`, \`play\`, \`graph\`, \`verify\`, the page.

## A first game

Two players take one or two tokens from a heap. A player who cannot move loses.

\`\`\`python
# take12.star
def start(n = 21):
    return n

def moves(n):
    return [n - k for k in (1, 2) if k <= n]
\`\`\`

\`start\` gives the first position, and \`moves\` the positions after one move. That is all:

\`\`\`console
$ grundy solve 'take12.star(5)'
game       take12(5)
outcome    N: the player who starts wins, in 3 moves
value      *2
reason     worth *2: leave 3
           → take12(5; 3)  then 2 moves to the end
positions  6
\`\`\`

The parameters of \`start\` are the parameters of the game: \`take12.star(5)\`,
\`take12.star(n = 5)\`, or \`take12.star\` with the default. A position is written after a
semicolon: \`take12.star(;5)\`. A game in the output is called \`take12\`; to ask for it again, add
the extension or name the file: \`grundy solve 'take12.star(5; 3)'\`, or \`grundy solve
'take12(5; 3)' --rules take12.star\`.

## Positions

A position holds everything that matters for the rest of play, except whose turn it is. It is an
integer, a string, \`True\`, \`False\`, \`None\`, or a tuple of these, such as \`(3, 4, 5)\` or
\`("X.O......", 2)\`. Lists cannot be positions, because they can change: use \`tuple(…)\`.

Strings and tuples cannot be changed in place. Build a changed copy from pieces, \`t[:i] + (x,) +
t[i + 1:]\`; or make a list, change it, and convert it back: \`cells = list(text.elems())\`,
\`cells[i] = "X"\`, \`"".join(cells)\`. (A string is not a list: its characters are
\`text.elems()\`.)

Here positions are strings. A move clears two neighbouring ones.

\`\`\`python
# toggle.star
def start(n = 8):
    return "1" * n

def moves(bits):
    return [
        bits[:i] + "00" + bits[i + 2:]
        for i in range(len(bits) - 1)
        if bits[i:i + 2] == "11"
    ]
\`\`\`

A function can use only its arguments and the constants at the top of the file. So if \`moves\`
needs the width of a board, put it into the position, or make it a constant.

## Two players with different moves

The players are \`"Left"\` and \`"Right"\`. If they have different moves, \`moves\` takes the player
who moves as a second argument. Left's toads go right, Right's frogs go left, and each may jump
over one of the other kind:

\`\`\`python
# toads.star
def start(strip = "TT..FF"):
    return strip

def moves(strip, player):
    if player == "Left":
        return replaced(strip, "T.", ".T") + replaced(strip, "TF.", ".FT")
    return replaced(strip, ".F", "F.") + replaced(strip, ".TF", "FT.")

def replaced(strip, old, new):
    return [
        strip[:i] + new + strip[i + len(old):]
        for i in range(len(strip))
        if strip[i:i + len(old)] == old
    ]
\`\`\`

\`\`\`console
$ grundy solve toads.star
game       toads
           "TT..FF"
outcome    N: the player who starts wins, in 11 moves
value      *  mean 0, temperature 0
Left first wins in 11 moves
           → toads(;"T.T.FF")  then 10 moves to the end
Right first wins in 11 moves
           → toads(;"TT.F.F")  then 10 moves to the end
positions  30
\`\`\`

Instead of \`moves(p, player)\` you can write two functions, \`left(p)\` and \`right(p)\`. If both
players always have the same moves, write \`moves(p)\` without the player: then the game is
impartial, and its values are nimbers.

## Who wins

By default a player who cannot move has lost. With \`misere = True\` that player has won:

\`\`\`python
# last.star
misere = True

def start(*heaps):
    return heaps or (1, 2, 3)

def moves(heaps):
    return [
        heaps[:i] + (left,) + heaps[i + 1:]
        for i in range(len(heaps))
        for left in range(heaps[i])
    ]
\`\`\`

Other rules for winning are functions. \`left_won(p)\` and \`right_won(p)\` are \`True\` if Left, or
Right, has won in the position, and \`tie(p)\` if play is over and nobody has won. There are no
moves after that. Here three in a row win:

\`\`\`python
# three.star
title = "Tic-tac-toe"
about = "Left puts X, Right puts O; three in a row win."

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def start():
    return "." * 9

def moves(board, player):
    stone = "X" if player == "Left" else "O"
    return {
        "abc"[i % 3] + "321"[i // 3]: board[:i] + stone + board[i + 1:]
        for i in range(9)
        if board[i] == "."
    }

def has_row(board, stone):
    return any([board[i] == stone and board[j] == stone and board[k] == stone for i, j, k in LINES])

def left_won(board):
    return has_row(board, "X")

def right_won(board):
    return has_row(board, "O")

def tie(board):
    return "." not in board

def show(board):
    return "\\n".join([board[:3], board[3:6], board[6:]])
\`\`\`

\`\`\`console
$ grundy solve three.star
game       three
           ...
           ...
           ...
outcome    D: neither player can win, in 9 moves
Left first draws in 9 moves
           → a3  three(;"X........")  then 8 moves to the end
           → b3  three(;".X.......")  then 8 moves to the end
           → c3  three(;"..X......")  then 8 moves to the end
           → a2  three(;"...X.....")  then 8 moves to the end
           → b2  three(;"....X....")  then 8 moves to the end
           → c2  three(;".....X...")  then 8 moves to the end
           → a1  three(;"......X..")  then 8 moves to the end
           → b1  three(;".......X.")  then 8 moves to the end
           → c1  three(;"........X")  then 8 moves to the end
Right first draws in 9 moves
           → a3  three(;"O........")  then 8 moves to the end
           → b3  three(;".O.......")  then 8 moves to the end
           → c3  three(;"..O......")  then 8 moves to the end
           → a2  three(;"...O.....")  then 8 moves to the end
           → b2  three(;"....O....")  then 8 moves to the end
           → c2  three(;".....O...")  then 8 moves to the end
           → a1  three(;"......O..")  then 8 moves to the end
           → b1  three(;".......O.")  then 8 moves to the end
           → c1  three(;"........O")  then 8 moves to the end
positions  8,533
\`\`\`

This file has three new features. \`moves\` returns a dict from names of moves to positions, such
as \`b2\`. \`show(p)\` draws a position for people. And \`title\` and \`about\` describe the game;
\`players = ("cross", "nought")\` says what Left and Right play, and the page calls them so.

If \`left_won\` or \`right_won\` is \`True\` together with \`tie\`, the win counts. If none is \`True\` and
there are no moves, the player who cannot move has lost. (A \`tie\` ends play; play that never ends
is a draw, too.)

Often it is easier to decide by whose turn it is: \`won(p)\` is \`True\` if the player to move has
won, and \`lost(p)\` if that player has lost. In this game players count up to 10 by ones and twos,
and whoever says 10 loses:

\`\`\`python
# ten.star
def start():
    return 0

def moves(said):
    return [said + step for step in (1, 2) if said + step <= 10]

def won(said):
    return said == 10
\`\`\`

Each of these five functions may take the player to move as a second argument, such as
\`tie(p, player)\`: a king that cannot move is stalemated only if it is his turn.

## Games that are won by points

\`score(p)\` makes a game of points: it is the points of Left less those of Right in a position where
play is over, a whole number between −2^53 and 2^53. Play is over where the player to move has no move;
more points win, and as many are a tie. In this game each player in turn takes the first or the last
number of a row:

\`\`\`python
# row.star
def start(*row):
    return (row, 0)

def moves(p, player):
    row, lead = p
    if not row:
        return {}
    sign = 1 if player == "Left" else -1
    return {
        "first": (row[1:], lead + sign * row[0]),
        "last": (row[:-1], lead + sign * row[-1]),
    }

def score(p):
    return p[1]
\`\`\`

\`\`\`console
$ grundy solve 'row.star(10, 80, 90, 30)'
game       row(10, 80, 90, 30)
           ((10, 80, 90, 30), 0)
outcome    N: the player who starts wins, in 4 moves
Left first wins by 10, in 4 moves
           → last  row(10, 80, 90, 30; ((10, 80, 90), 30))
Right first wins by 10, in 4 moves
           → last  row(10, 80, 90, 30; ((10, 80, 90), -30))
positions  33
\`\`\`

\`solve\` says by how many points a player wins who starts, and which moves keep that; \`--moves all\` says
it of every move, and JSON has \`margin\`, \`win_by\` and \`best_by_margin\`, as for
[Dots and Boxes](../commands/solve.md). The points so far are a part of the position: \`score\` is asked
where play is over only, so there is no margin "from here on" but the whole. Play that goes on for ever
gives nobody a point: it is a draw.

A file with \`score\` has none of \`left_won\`, \`right_won\`, \`won\`, \`lost\`, \`tie\`, \`misere\`, \`heaps\` and
\`components\`: let \`moves\` return nothing where play is over. A player who must pass has a move to the
position itself. \`negative(p)\` exchanges the points, too.

## A player who moves again

If players do not simply take turns, the position contains whose turn it is, and \`turn(p)\`
returns it: \`"Left"\` or \`"Right"\`, or \`None\` if the players alternate there. In this game a
player who takes two tokens moves again:

\`\`\`python
# again.star
def start(n = 10):
    return (n, "Left")

def moves(p, player):
    n, _ = p
    other = "Right" if player == "Left" else "Left"
    return [(n - k, player if k == 2 else other) for k in (1, 2, 3) if k <= n]

def turn(p):
    return p[1]
\`\`\`

If a player without a move must pass, and the pass counts as a move, return the position itself,
\`return steps or [p]\`, and let \`tie(p)\` end play when nobody can move. If the pass does not count
as a move, let \`turn\` skip a player without moves.

To let the other player start, make the player a parameter of \`start\`: here
\`(n, "Left")\` is the default.

## Loopy games

Play may come back to a position; then \`solve\` finds out who can force a win, and endless play
is a draw. With \`repetition = "forbidden"\` no move may lead to an earlier position. Then grundy's
positions contain the history of play, and there may be very many of them.

\`\`\`python
# round.star
repetition = "forbidden"

def start():
    return 0

def moves(p):
    return [(p + 1) % 6, (p + 3) % 6]
\`\`\`

## Sums

Many games split into independent parts, such as the runs of ones in \`toggle.star\`. With
\`components(p)\`, a list of positions whose sum is \`p\`, much larger games can be solved. Parts
that are worth 0 may be left out.

\`\`\`python
# toggle-parts.star
def start(n = 40):
    return "1" * n

def moves(bits):
    return [
        bits[:i] + "00" + bits[i + 2:]
        for i in range(len(bits) - 1)
        if bits[i:i + 2] == "11"
    ]

def components(bits):
    return [run for run in bits.split("0") if len(run) > 1]
\`\`\`

\`\`\`console
$ grundy solve toggle-parts.star
game       toggle-parts
           "1111111111111111111111111111111111111111"
outcome    N: the player who starts wins
value      *3
reason     worth *3: leave "1100111111111111111111111111111111111111"
           → toggle-parts(;"1100111111111111111111111111111111111111")
           → toggle-parts(;"1111111110011111111111111111111111111111")
           → toggle-parts(;"1111111111110011111111111111111111111111")
           → toggle-parts(;"1111111111111111111001111111111111111111")
           → toggle-parts(;"1111111111111111111111111100111111111111")
           → toggle-parts(;"1111111111111111111111111111100111111111")
           → toggle-parts(;"1111111111111111111111111111111111110011")
positions  not counted: the components give the answer
\`\`\`

If positions are heaps, \`heaps = True\` replaces \`components\`: a position is a number or a tuple
of numbers, the heaps are independent, and an empty heap is worth 0. \`moves\` is written as
before. Then tables and periods of single heaps work, too: \`grundy table grundy.star -n 30\`.

\`\`\`python
# grundy.star
heaps = True

def start(*heaps):
    return heaps or (12,)

def moves(heaps):
    return [
        heaps[:i] + (part, heaps[i] - part) + heaps[i + 1:]
        for i in range(len(heaps))
        for part in range(1, (heaps[i] + 1) // 2)
    ]
\`\`\`

## Symmetry

\`canonical(p)\` returns one representative of all positions that are equal by a symmetry of the
rules, so that fewer positions are solved. Or \`symmetries(p)\` returns a list of all these
positions, mirrored and turned; then positions are shown as they are, and only large games are
solved up to symmetry. \`negative(p)\` returns the position with the players exchanged, if there is
one. None of these is needed; they make large games faster.

\`\`\`python
# queen.star
# Wythoff's game: a queen goes left, down or both, to the corner.
def start(x = 10, y = 8):
    return (x, y)

def moves(p):
    x, y = p
    return (
        [(x - k, y) for k in range(1, x + 1)] +
        [(x, y - k) for k in range(1, y + 1)] +
        [(x - k, y - k) for k in range(1, min(x, y) + 1)]
    )

def canonical(p):
    return tuple(sorted(p))
\`\`\`

## When something is wrong

An error names the line and the position:

\`\`\`python wrong
# wrong.star
def start():
    return "XX.OO"

def moves(strip):
    return [strip[:i] + [".X"] for i in range(len(strip))]
\`\`\`

\`\`\`text
wrong.star:6:13: operation \`+\` not supported for types \`string\` and \`list\`
6 |     return [strip[:i] + [".X"] for i in range(len(strip))]
  |             ^^^^^^^^^^^^^^^^^^
in the position "XX.OO"
\`\`\`

A name that is nearly one of those below is reported as a possible mistake.
[\`grundy check\`](../commands/check.md) looks for inconsistent functions: \`components\` whose sum
has another value, a \`canonical\` or \`symmetries\` that change who wins, a \`negative\` that does not
exchange the players. It also says how many positions there are (each with the player to move, where that
matters), whether the game is loopy, and how fast the file is. It examines play from the start;
for positions that it reaches rarely, give it another start: \`grundy check 'my-game.star(7)'\`.

## What is not Python here

- There is no \`while\`, no \`import\`, no class, no \`try\`. Instead of \`while\`, write
  \`for _ in range(1000):\` and \`break\`.
- A string is not a list: write \`for c in text.elems():\`, or loop over
  \`range(len(text))\`.
- There are no generators, no sets in braces, no \`is\`, no \`*rest\` on the left of \`=\`.
  Plain f-strings work; \`%\` and \`format\` know no widths. Indent with spaces.
- \`any\`, \`all\`, \`sum\`, \`min\`, \`max\` and \`sorted\` take a list, in brackets:
  \`any([c == "X" for c in board.elems()])\`.
- Comparisons do not chain: \`0 <= x and x < 8\`.
- Top-level values cannot change after the file was read. A function must return the same result
  for the same arguments, and may be called in any order.
- \`print\` shows nothing, except that \`grundy check\` shows what the top level prints.
- Functions may call themselves, but not deeper than 250. A call may take 20 million
  steps, 20 seconds and 256 MB, or less if \`--time\` and \`--memory\` say so; a position has 64 KB
  at most, a file 1 MB.

## All names

Only \`start\` and \`moves\`, or \`left\` and \`right\`, are required. All other names are free, but a
name that differs from one of these by a typing error must begin with \`_\`.

| name | what it is |
| --- | --- |
| \`start(…)\` | the first position; its parameters are the game's parameters |
| \`moves(p)\`, \`moves(p, player)\` | the positions after a move: a list, or a dict from names of moves to positions |
| \`left(p)\`, \`right(p)\` | the same, one function for each player |
| \`left_won(p)\`, \`right_won(p)\` | whether Left, or Right, has won |
| \`won(p)\`, \`lost(p)\` | whether the player to move has won, or lost |
| \`tie(p)\` | whether play is over without a winner |
| \`score(p)\` | the points of Left less those of Right where no move is left: more points win |
| \`turn(p)\` | whose turn it is: \`"Left"\`, \`"Right"\`, or \`None\` where the players alternate |
| \`components(p)\` | independent parts whose sum the position is |
| \`canonical(p)\` | a representative of all positions equal by symmetry |
| \`symmetries(p)\` | all positions that are equal by symmetry, in a list |
| \`negative(p)\` | the position with the players exchanged |
| \`tier(p)\` | a number that no move decreases, for [large games](compiled.md) |
| \`show(p)\` | a drawing of the position for people |
| \`misere = True\` | a player who cannot move has won |
| \`heaps = True\` | positions are heaps |
| \`repetition = "forbidden"\` | no move may lead to an earlier position |
| \`title\`, \`about\` | the game's name, its rules in a few sentences |
| \`players = ("toad", "frog")\` | what Left and Right play |

\`left_won\`, \`right_won\`, \`won\`, \`lost\` and \`tie\` may take the player to move as a second
argument. A game with one of these functions, or with \`score\` or \`turn\`, cannot have \`components\`: it is not
the sum of its parts.

Large games are [compiled](compiled.md), about ten times as fast; all options for large games,
such as \`--disk\`, \`--checkpoint\` and \`--cluster\`, work for rule files, too. A saved solution contains the text of the rule file, so that it can
be verified without it. Files of other people are run with \`--untrusted\`, in a process with at
most 1 GB of memory and 60 s of CPU time; the page always does so.

\`editors/vscode\` is a folder with colours for these files in Visual Studio Code.

More games are in \`examples/rules\`: Chomp, Deque, Dodgem, Hexapawn, Kalah, the L-game, Mu
Torere, Oware, Othello and others. Those that are not built in under the same name are part of the
program, so that \`grundy solve hexapawn\` needs no file; a file of yours with that name takes its place.
`,D=/\[([^\]]+)\]\(([^)\s]+)\)/g;function O(e){let t=[],n=e.replace(/\s*\n\s*/g,` `),r=0;for(let e of n.matchAll(D))t.push(...S(n.slice(r,e.index))),t.push(...S(e[1]).map(t=>({...t,href:e[2]}))),r=e.index+e[0].length;return[...t,...S(n.slice(r))]}function k(e){return e.replace(/^\||\|$/g,``).split(`|`).map(e=>O(e.trim()))}function A(e){let t=e.split(`
`),n=[],r=0,i=e=>{let n=r;for(;r<t.length&&e(t[r]);)r+=1;return t.slice(n,r)};for(;r<t.length;){let e=t[r],a=/^(#+) (.*)/.exec(e),o=/^```(\w*)/.exec(e);if(e.trim()===``)r+=1;else if(a)n.push({kind:`heading`,level:a[1].length,text:O(a[2])}),r+=1;else if(o)r+=1,n.push({kind:`code`,language:o[1],text:i(e=>!e.startsWith("```")).join(`
`)}),r+=1;else if(e.startsWith(`- `)){let e=i(e=>e.startsWith(`- `)||e.startsWith(`  `));n.push({kind:`list`,items:e.join(`
`).split(/^- /m).slice(1).map(O)})}else if(e.startsWith(`|`)){let[e,,...t]=i(e=>e.startsWith(`|`));n.push({kind:`table`,head:k(e),rows:t.map(k)})}else{let e=e=>e.trim()===``||/^(#+ |```|- |\|)/.test(e),a=t[r];r+=1,n.push({kind:`paragraph`,text:O([a,...i(t=>!e(t))].join(`
`))})}}return n}var j=(e,n=d)=>{var o=T(),f=C(o);_(f,17,n,i,(e,n)=>{var i=T(),o=C(i),d=e=>{var t=M(),i=y(t,!0);u(()=>{w(t,`href`,b(n).href),r(i,b(n).text)}),s(e,t)},f=v(()=>b(n).href?.startsWith(`https://`)),p=e=>{var t=l();u(()=>r(t,b(n).text)),s(e,t)},m=e=>{var i=T(),a=C(i);t(a,()=>b(n).kind,!1,(e,t)=>{c(e,0,`svelte-v1ih2b`);var i=l();u(()=>r(i,b(n).text)),s(t,i)}),s(e,i)};a(o,e=>{b(f)?e(d):b(n).kind===`text`?e(p,1):e(m,-1)}),s(e,i)}),s(e,o)},M=e(`<a target="_blank" rel="noreferrer"> </a>`),N=e(`<p class="svelte-v1ih2b"><!></p>`),P=e(`<li class="svelte-v1ih2b"><!></li>`),F=e(`<ul></ul>`),I=e(`<th scope="col"><!></th>`),L=e(`<td class="svelte-v1ih2b"><!></td>`),R=e(`<tr></tr>`),z=e(`<div class="scroll"><table class="plain"><thead><tr></tr></thead><tbody></tbody></table></div>`),B=e(`<pre tabindex="0" class="svelte-v1ih2b"><code> </code></pre>`),V=e(`<p class="back svelte-v1ih2b"><a href="#/own" class="svelte-v1ih2b"> </a></p> <article lang="en" data-testid="guide" class="svelte-v1ih2b"><h1 tabindex="-1" class="svelte-v1ih2b"><!></h1> <!></article>`,1);function H(e,c){m(c,!0);let[l,...d]=A(E);function v(e){return e.map(({text:e})=>e).join(``).toLowerCase().replace(/[^a-z0-9]+/g,`-`)}o(()=>{document.title=`${n(`own.help`)} · grundy`});var S=V(),w=C(S),D=p(w),O=y(D,!0);h(w);var k=x(w,2),M=p(k),H=p(M),U=e=>{j(e,()=>l.text)};a(H,e=>{l?.kind===`heading`&&e(U)}),h(M);var W=x(M,2);_(W,17,()=>d,i,(e,n)=>{var o=T(),c=C(o),l=e=>{var r=T(),i=C(r);t(i,()=>`h${b(n).level}`,!1,(e,t)=>{g(e,e=>({id:e,class:``}),[()=>v(b(n).text)],void 0,void 0,`svelte-v1ih2b`),j(t,()=>b(n).text)}),s(e,r)},d=e=>{var t=N();j(p(t),()=>b(n).text),h(t),s(e,t)},f=e=>{var t=F();_(t,21,()=>b(n).items,i,(e,t,n,r)=>{var i=P();j(p(i),()=>b(t)),h(i),s(e,i)}),h(t),s(e,t)},m=e=>{var t=z(),r=p(t),a=p(r),o=p(a);_(o,21,()=>b(n).head,i,(e,t,n,r)=>{var i=I();j(p(i),()=>b(t)),h(i),s(e,i)}),h(o),h(a);var c=x(a);_(c,21,()=>b(n).rows,i,(e,t,n,r)=>{var a=R();_(a,21,()=>b(t),i,(e,t,n,r)=>{var i=L();j(p(i),()=>b(t)),h(i),s(e,i)}),h(a),s(e,a)}),h(c),h(r),h(t),s(e,t)},S=e=>{var t=B(),i=p(t),a=y(i,!0);h(t),u(()=>r(a,b(n).text)),s(e,t)};a(c,e=>{b(n).kind===`heading`?e(l):b(n).kind===`paragraph`?e(d,1):b(n).kind===`list`?e(f,2):b(n).kind===`table`?e(m,3):e(S,-1)}),s(e,o)}),h(k),u(e=>r(O,e),[()=>n(`own.title`)]),s(e,S),f()}export{H as default};