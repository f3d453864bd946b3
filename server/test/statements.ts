import type { KyselyPlugin } from 'kysely'

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
