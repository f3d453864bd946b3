/** What a document may say of itself between its first `---` lines (docs/import.md). */
const frontMatterKeys = [
  'title',
  'category',
  'date',
  'source',
  'author',
  'summary',
  'pinned',
  'cover',
  'video',
  'captions',
  'titleCode',
] as const

/** letters; longer ones are no values but a text that happens to stand there */
const longestLine = 2000

type Key = (typeof frontMatterKeys)[number]

export interface FrontMatter {
  values: Partial<Record<Key, string>>
  /** the text after it */
  body: string
  problems: string[]
}

/** Reads the `key: value` lines at the top of a text; a text without any is all body. Quotes are allowed, lists are not. */
export function readFrontMatter(text: string): FrontMatter {
  const match = /^\s*---[ \t]*\n(.*?)(?:^|\n)---[ \t]*(?:\n|$)/s.exec(text)
  const result: FrontMatter = { values: {}, body: text, problems: [] }
  const lines = match?.[1]?.split('\n') ?? []
  // two rules with a text in between look the same from afar
  if (!match || !lines.some((line) => /^[A-Za-z]\w*\s*:/.test(line))) return result
  result.body = text.slice(match[0].length)
  for (const line of lines) readLine(line, result)
  return result
}

function readLine(line: string, result: FrontMatter): void {
  if (/^\s*(#|$)/.test(line)) return
  const [, name = '', raw = ''] =
    line.length > longestLine ? [] : (/^([\p{L}\w-]+)\s*:(?:\s+(.*))?$/u.exec(line.trimEnd()) ?? [])
  if (!name) {
    result.problems.push(`文件头有一行无法识别：${line.trim().slice(0, 40)}`)
    return
  }
  const key = frontMatterKeys.find((known) => known.toLowerCase() === name.toLowerCase())
  if (!key) result.problems.push(`文件头的 ${name.slice(0, 40)} 未使用`)
  else if (result.values[key] !== undefined) result.problems.push(`文件头的 ${key} 重复，用第一个`)
  else result.values[key] = unquoted(raw)
}

function unquoted(raw: string): string {
  const text = raw.trim()
  const quoted = /^"((?:[^"\\]|\\.)*)"\s*(?:#.*)?$/.exec(text)
  if (quoted) return (quoted[1] ?? '').replace(/\\(["\\])/g, '$1')
  const single = /^'((?:[^']|'')*)'\s*(?:#.*)?$/.exec(text)
  if (single) return (single[1] ?? '').replaceAll("''", "'")
  return text.replace(/\s+#.*$/, '')
}
