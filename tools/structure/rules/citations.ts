import type { SourceTree } from '../tree.ts'

/** Pages outside the repository, which readers of the code cannot open. */
const outside: readonly RegExp[] = [
  /\b(?:product|specification|spec|domain|house|stack)(?:\.md)? ?§/i,
  /\bthe specification\b|\bhouse rule\b|\bissue #?\d/i,
  // Matches pages outside the repository. A name after `](` is a link between pages of docs/rules, which is allowed.
  /(?<!\/|\]\()\b(?:house|look|product|specification|stack|domain)\.md\b/,
]
/** Matches a citation of a heading of docs/rules. */
const cited = /rules\/([a-z-]+\.md)#([a-z-]+)/g
const citedBeside = /\]\(([a-z-]+\.md)#([a-z-]+)/g

/** Files that are not checked: applied migrations, which never change, and this folder, which quotes forbidden text. */
const exempt = /^server\/migrations\/|^tools\/structure\//

/** Code, styles and docs may cite only the repository and headings of docs/rules. */
export function checkCitations(tree: SourceTree): string[] {
  return [...tree.texts]
    .filter(([path]) => !exempt.test(path))
    .flatMap(([path, text]) =>
      text
        .split('\n')
        .flatMap((line, index) => problemsOf(path, line, tree).map((problem) => `${path}:${index + 1}: ${problem}`)),
    )
    .sort()
}

function problemsOf(path: string, line: string, tree: SourceTree): string[] {
  const beside = path.startsWith('docs/rules/') ? [...line.matchAll(citedBeside)] : []
  const isForeign = !line.includes('github.com/') && outside.some((pattern) => pattern.test(line))
  return [
    ...(isForeign ? ['cites a page outside the repository: cite docs/rules, or say what holds'] : []),
    ...[...line.matchAll(cited), ...beside]
      .filter(([, page = '', anchor = '']) => !headingsOf(page, tree).includes(anchor))
      .map(([, page, anchor]) => `docs/rules/${page} has no heading #${anchor}`),
  ]
}

function headingsOf(page: string, tree: SourceTree): string[] {
  const text = tree.texts.get(`docs/rules/${page}`) ?? ''
  return [...text.matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
}
