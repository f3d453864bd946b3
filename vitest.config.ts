import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          // theme.ts reads its values from the style sheet
          css: { include: [/tokens\.css/] },
          include: [
            '{contract,client,ui,site,apps}/**/*.test.{ts,tsx}',
            'server/src/**/*.unit.test.ts',
            'tools/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'api',
          include: ['server/**/*.test.ts'],
          exclude: ['server/**/*.unit.test.ts', '**/node_modules/**'],
          globalSetup: ['server/test/global-setup.ts'],
          isolate: false,
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
