import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/suites/longest-first.ts'

const unit = {
  // none needs seconds; a machine that has other things to do may
  testTimeout: 60_000,
  // theme.ts and its test read values from style sheets
  css: { include: [/tokens\.css/, /dark\.css/] },
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          include: [
            '{contract,ui,site,apps}/**/*.test.{ts,tsx}',
            'server/src/**/*.unit.test.ts',
            'tools/**/*.test.ts',
          ],
          exclude: ['**/*.browser.test.tsx', '**/node_modules/**'],
          // a process for each file would spend two thirds of the time on reading the same modules
          isolate: false,
        },
      },
      {
        test: {
          ...unit,
          name: 'unit client',
          // what it keeps between pages – session, queries, the device – is one of each process
          include: ['client/**/*.test.{ts,tsx}'],
        },
      },
      {
        // what is scanned for packages when the run starts: one that is found later reloads the page under a test
        optimizeDeps: {
          include: [
            '@tanstack/react-query',
            'react',
            'react-dom/client',
            'react-dom/server.browser',
            'react-router',
            'react-router/dom',
            'react/jsx-dev-runtime',
          ],
        },
        test: {
          ...unit,
          name: 'browser',
          include: ['{ui,client,site,apps}/**/*.browser.test.tsx'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1366, height: 768 },
            provider: playwright({
              launchOptions: {
                executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
                args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
              },
              contextOptions: { locale: 'zh-CN', timezoneId: 'Asia/Shanghai' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          name: 'api',
          include: ['server/**/*.test.ts'],
          exclude: ['server/**/*.unit.test.ts', '**/node_modules/**'],
          globalSetup: ['server/test/global-setup.ts'],
          setupFiles: ['server/test/clear-of-midnight.ts', 'server/test/told/check.ts'],
          isolate: false,
          // one more than cores: some wait for processes, clocks and the disk; each has a world of its own (global-setup.ts)
          maxWorkers: 3,
          // what is waited for comes in a moment; these are for a machine that has other things to do
          testTimeout: 90_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
})
