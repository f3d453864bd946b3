/** A statement that runs outside a transaction, so that it holds locks only for a moment. */
export interface MigrationStep {
  sql: string
  /** The index that the statement builds concurrently. */
  index: string | null
  /** The statement changes a limited number of rows and runs until it finds none. */
  repeated: boolean
}

/** Parts a migration that has the line `-- in steps`. @returns null for one that runs in a transaction */
export function readMigrationSteps(text: string): MigrationStep[] | null {
  if (!/^-- in steps$/m.test(text)) return null
  return text
    .split(/^-- step(?=$|, repeated$)/m)
    .slice(1)
    .map((part) => {
      const repeated = part.startsWith(', repeated')
      const sql = repeated ? part.slice(', repeated'.length) : part
      const [, index = null] = /\bcreate (?:unique )?index concurrently (?:if not exists )?(\w+)/.exec(sql) ?? []
      return { sql, index, repeated }
    })
}

/** Whether the migration promises that the version before also works on its schema. */
export function worksWithVersionBefore(text: string): boolean {
  return /^-- works with the version before$/m.test(text)
}
