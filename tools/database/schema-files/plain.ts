const quoted = /('(?:[^']|'')*'|"(?:[^"]|"")*")/

/** Converts SQL from PostgreSQL's style to ours: lower case, without casts that the types imply. */
export function simplifyPrintedSql(printed: string): string {
  return printed
    .split(quoted)
    .map((part, at) => (at % 2 === 1 ? part : part.toLowerCase().replaceAll('( ', '(')))
    .join('')
    .replaceAll('timestamp with time zone', 'timestamptz')
    .replaceAll(/(?<=')::text\b(?!\[)/g, '')
    .replaceAll(/ = any \(array\[([^\]]*)\]\)/g, ' in ($1)')
    .replaceAll(/ <> all \(array\[([^\]]*)\]\)/g, ' not in ($1)')
    .replace(/^check \((\w+|\w+\(\w+\)) >= (\S+) and \1 <= (\S+)\)$/, 'check ($1 between $2 and $3)')
}

/** Breaks long lines at spaces outside quotes; the rest of a line is indented further. */
export function wrapLongLines(text: string): string {
  return text.split('\n').map(wrapLine).join('\n')
}

function wrapLine(line: string): string {
  const indent = /^\s*/.exec(line)?.[0] ?? ''
  const words = line.match(/(?:'(?:[^']|'')*'|[^\s'])+/g) ?? []
  return indent + fillLines(words, 118 - indent.length).join(`\n${indent}  `)
}

/** Puts words into lines of at most `width` characters, unless a single word is longer. */
export function fillLines(words: readonly string[], width: number): string[] {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length >= width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
