/** docs/import.md explains these keys. */
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

const longestLine = 2000

type Key = (typeof frontMatterKeys)[number]

export interface FrontMatter {
  values: Partial<Record<Key, string>>
  body: string
  problems: string[]
}

/** Values may be quoted; lists are not supported. */
export function parseFrontMatter(text: string): FrontMatter {
  const match = /^\s*---[ \t]*\n(.*?)(?:^|\n)---[ \t]*(?:\n|$)/s.exec(text)
  const result: FrontMatter = { values: {}, body: text, problems: [] }
  const lines = match?.[1]?.split('\n') ?? []
  // Without a line such as `title: …`, this is no front matter but a text between two horizontal rules.
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
