import { listCodeFiles, type SourceTree } from '../tree.ts'

const decision = 'docs/decisions/064-row-locks-in-explicit-order.md'

/**
 * Checks decision 064: locks on several rows need an order, a single key, or `skip locked`; writes of several rows must
 * be listed.
 */
export function checkLocks(tree: SourceTree): string[] {
  const list = tree.texts.get(decision) ?? ''
  return listCodeFiles(tree)
    .filter(([path]) => /^server\/src\/.+\.ts$/.test(path) && !/\.test\.ts$/.test(path))
    .flatMap(([path, text]) => [
      ...findUnorderedLocks(text).map((line) => `${path}:${line}: locks rows in no order (${decision})`),
      ...findListWrites(text)
        .filter(({ name }) => !list.includes(`\`${path.slice('server/src/'.length)}\` ${name}`))
        .map(({ line, name }) => `${path}:${line}: ${name} writes several rows and is not in ${decision}`),
    ])
}

const sqlLock = /\bfor (?:no key update|update|key share|share)\b(?!\w)/g
const builtLock = /\.for(?:NoKeyUpdate|Update|Share|KeyShare)\(/g

/** Finds selects that lock several rows in the order of the query plan. */
export function findUnorderedLocks(text: string): number[] {
  const said = [...text.matchAll(sqlLock)].filter(({ index }) => {
    if (isComment(text, index)) return false
    const select = text.slice(text.lastIndexOf('select ', index), text.indexOf('\n', index) + 90)
    return !/order by|skip locked|limit 1\b|[\w.]+ = \$\{|[\w.]+ = new\.|from exam_pulse/.test(select)
  })
  const built = [...text.matchAll(builtLock)].filter(({ index }) => {
    const begin = Math.max(...['selectFrom(', 'select'].map((word) => text.lastIndexOf(word, index)))
    const chain = text.slice(text.lastIndexOf('\n\n', begin), index + 60)
    return !/\.orderBy\(|skipLocked|', '=', (?!sql)|\(tx, id\)/.test(chain)
  })
  return [...said, ...built].map(({ index }) => lineOf(text, index))
}

const lists = /', 'in', (?!\[')|any\(\$\{/

/** Finds statements that write the rows of a list without a join to rows that were locked before. */
export function findListWrites(text: string): { line: number; name: string }[] {
  const written = /\b(?:update [a-z_]+ |delete from [a-z_]+)|\.(?:updateTable|deleteFrom)\(/g
  return [...text.matchAll(written)].flatMap(({ index, 0: verb }) => {
    if (isComment(text, index) || /^(?:update (?:of|skip|nowait) )$/.test(verb)) return []
    const rest = text.slice(index)
    const end = verb.startsWith('.') ? /\.execute/.exec(rest) : /`/.exec(rest)
    const statement = rest.slice(0, end?.index ?? 400)
    const held = /\b(?:from|using) (?:held|old|dead|mended|chosen|surplus|found|lost)\b/.test(statement)
    if (held || !lists.test(statement)) return []
    const names = [...text.slice(0, index).matchAll(/function\*? (\w+)/g)]
    return [{ line: lineOf(text, index), name: names.at(-1)?.[1] ?? 'module' }]
  })
}

const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length

function isComment(text: string, index: number): boolean {
  return /^\s*(?:\*|\/\/|\/\*)/.test(text.slice(text.lastIndexOf('\n', index) + 1, index + 1))
}
