import type { KyselyPlugin } from 'kysely'

export function runAfterStatement(
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
