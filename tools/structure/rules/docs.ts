import type { SourceTree } from '../tree.ts'

const headings = ['## Context', '## Decision', '## Consequences']
const index = 'docs/decisions/README.md'
const longest = 120
/** Generated text and quoted output need no line limit. */
const madeOrQuoted = /<!-- told[\s\S]*?<!-- \/told -->|^```[\s\S]*?^```/gm

export function checkDocs(tree: SourceTree): string[] {
  return [...tree.texts]
    .filter(([path]) => /^(?:docs\/.+|[A-Z]+)\.md$/.test(path))
    .flatMap(([path, text]) => [...judgeDecision(path, text, tree), ...judgeLines(path, text)])
}

function judgeDecision(path: string, text: string, tree: SourceTree): string[] {
  const [, file = '', number = ''] = /^docs\/decisions\/((\d{3})-[\w-]+\.md)$/.exec(path) ?? []
  if (!file) return []
  const title = text.slice(2, text.indexOf('\n')).replace(number, '').trim()
  const listed = tree.texts.get(index)?.includes(`[${number}](${file}) ${title}\n`)
  return [
    ...headings
      .filter((heading) => !text.includes(`\n${heading}\n`))
      .map((heading) => `${path}: has no heading "${heading}"`),
    ...(listed ? [] : [`${path}: ${index} does not list it as "[${number}](${file}) ${title}"`]),
  ]
}

/** Checks the length of lines, except table rows and links, which cannot be wrapped. */
function judgeLines(path: string, text: string): string[] {
  return text
    .replace(madeOrQuoted, (part) => part.replace(/[^\n]/g, ''))
    .split('\n')
    .flatMap((line, at) =>
      line.length > longest && !/^\||\]\(\S+\)\S*$/.test(line)
        ? [`${path}:${at + 1}: ${line.length} characters, at most ${longest}`]
        : [],
    )
}
