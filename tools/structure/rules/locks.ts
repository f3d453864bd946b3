import { codeFiles, type Tree } from '../tree.ts'

const decision = 'docs/decisions/064-locks-in-an-order.md'

/**
 * Decision 064: who locks several rows says in which order. A select that locks has an order, finds one row by its key, or passes over what
 * is held; a statement that writes several rows without such a select stands in the decision's list, with what holds its rows.
 */
export function checkLocks(tree: Tree): string[] {
  const list = tree.texts.get(decision) ?? ''
  return codeFiles(tree)
    .filter(([path]) => /^server\/src\/.+\.ts$/.test(path) && !/\.test\.ts$/.test(path))
    .flatMap(([path, text]) => [
      ...unorderedLocks(text).map(
        (line) => `${path}:${line}: locks rows in no order (${decision})`,
      ),
      ...writesByList(text)
        .filter(({ name }) => !list.includes(`\`${path.slice('server/src/'.length)}\` ${name}`))
        .map(
          ({ line, name }) =>
            `${path}:${line}: ${name} writes several rows and is not in ${decision}`,
        ),
    ])
}

const sqlLock = /\bfor (?:no key update|update|key share|share)\b(?!\w)/g
const builtLock = /\.for(?:NoKeyUpdate|Update|Share|KeyShare)\(/g

/** The lines of selects that lock whatever rows the plan comes to first. */
export function unorderedLocks(text: string): number[] {
  const said = [...text.matchAll(sqlLock)].filter(({ index }) => {
    if (isComment(text, index)) return false
    const select = text.slice(text.lastIndexOf('select ', index), text.indexOf('\n', index) + 90)
    return !/order by|skip locked|limit 1\b|[\w.]+ = \$\{|[\w.]+ = new\.|from exam_pulse/.test(
      select,
    )
  })
  const built = [...text.matchAll(builtLock)].filter(({ index }) => {
    const begin = Math.max(
      ...['selectFrom(', 'select'].map((word) => text.lastIndexOf(word, index)),
    )
    const chain = text.slice(text.lastIndexOf('\n\n', begin), index + 60)
    return !/\.orderBy\(|skipLocked|', '=', (?!sql)|\(tx, id\)/.test(chain)
  })
  return [...said, ...built].map(({ index }) => lineOf(text, index))
}

const lists = /', 'in', (?!\[')|any\(\$\{/

/** Statements that write the rows of a list and do not join rows that were locked before. */
export function writesByList(text: string): { line: number; name: string }[] {
  const written = /\b(?:update [a-z_]+ |delete from [a-z_]+)|\.(?:updateTable|deleteFrom)\(/g
  return [...text.matchAll(written)].flatMap(({ index, 0: verb }) => {
    if (isComment(text, index) || /^(?:update (?:of|skip|nowait) )$/.test(verb)) return []
    const rest = text.slice(index)
    const end = verb.startsWith('.') ? /\.execute/.exec(rest) : /`/.exec(rest)
    const statement = rest.slice(0, end?.index ?? 400)
    const held = /\b(?:from|using) (?:held|old|dead|mended|chosen|surplus|found|lost)\b/.test(
      statement,
    )
    if (held || !lists.test(statement)) return []
    const names = [...text.slice(0, index).matchAll(/function\*? (\w+)/g)]
    return [{ line: lineOf(text, index), name: names.at(-1)?.[1] ?? 'module' }]
  })
}

const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length

function isComment(text: string, index: number): boolean {
  return /^\s*(?:\*|\/\/|\/\*)/.test(text.slice(text.lastIndexOf('\n', index) + 1, index + 1))
}
