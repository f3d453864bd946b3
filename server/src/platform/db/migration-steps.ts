/** Statements that run outside a transaction, so that they hold locks only for a moment. */
export interface MigrationStep {
  sql: string
  /** The index that the step builds concurrently, and its table. */
  index: { name: string; table: string } | null
  /** The statement changes a limited number of rows and runs until it finds none. */
  repeated: boolean
}

const headings = new Set(['-- in steps', '-- step', '-- step, repeated'])

/**
 * Parts a migration that has the line `-- in steps`. @returns null for one that runs in a transaction
 * @throws Error for a text that could be read in two ways
 */
export function readMigrationSteps(text: string): MigrationStep[] | null {
  // A heading with a fault would be a comment, and its statements a part of the step before.
  for (const [line] of text.matchAll(/^[ \t]*--[ \t]*(?:in )?steps?\b.*$/gim))
    if (!headings.has(line)) throw new Error(`"${line.trim()}" is none of the headings ${[...headings].join(', ')}`)
  const [before = '', ...parts] = text.split(/^-- step(?=$|, repeated$)/m)
  if (!/^-- in steps$/m.test(text)) {
    if (parts.length > 0) throw new Error('a migration with `-- step` needs the line `-- in steps`')
    return null
  }
  if (parts.length === 0) throw new Error('a migration in steps needs a line `-- step`')
  if (listStatements(before).length > 0) throw new Error('a statement stands before the first `-- step`')
  return parts.map(readStep)
}

function readStep(part: string): MigrationStep {
  const repeated = part.startsWith(', repeated')
  const sql = repeated ? part.slice(', repeated'.length) : part
  const [statement, ...more] = listStatements(sql)
  if (!statement) throw new Error('a step has no statement')
  if (repeated && more.length > 0) throw new Error('a repeated step has one statement')
  const isConcurrent = [statement, ...more].some((one) => /\bconcurrently\b/.test(one))
  const [, name, table] = /^create (?:unique )?index concurrently (?!if |on )(\w+) on (\w+)/.exec(statement) ?? []
  const index = name && table ? { name, table } : null
  if (isConcurrent && (more.length > 0 || !(index || /^drop index concurrently if exists \w+$/.test(statement))))
    throw new Error(
      'write `create index concurrently NAME on TABLE` or `drop index concurrently if exists NAME`, alone in its step',
    )
  return { sql, index, repeated }
}

/** The statements in small letters, without comments, texts, bodies of functions, quotes and the name of the schema. */
export function listStatements(sql: string): string[] {
  return sql
    .replaceAll(/--.*$|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$/gm, (part) =>
      /^[-/]/.test(part) ? ' ' : "''",
    )
    .replaceAll('"', '')
    .replaceAll(/\bpublic\./gi, '')
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '')
}

/** Whether the migration promises that the version before also works on its schema. */
export function worksWithVersionBefore(text: string): boolean {
  return /^-- works with the version before$/m.test(text)
}
