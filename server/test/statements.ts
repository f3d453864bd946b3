import type { KyselyPlugin } from 'kysely'

/** Does something once, between a statement whose answer it looks for and whatever comes after. */
export function afterwards(
  isIt: (row: Record<string, unknown>) => boolean,
  work: () => Promise<unknown>,
): KyselyPlugin {
  let done = false
  return {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!done && result.rows.some(isIt)) {
        done = true
        await work()
      }
      return result
    },
  }
}

/** Counts the statements of whatever uses the plugin. */
export function countStatements(): { plugin: KyselyPlugin; count: () => number } {
  let count = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      count += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { plugin, count: () => count }
}
