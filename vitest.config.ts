import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { LongestFirstSequencer } from './tools/suites/longest-first.ts'

const unit = {
  // No unit test needs seconds, but a busy machine may be slow.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // theme.ts and its test read values from style sheets.
  css: { include: [/tokens\.css/, /dark\.css/] },
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirstSequencer },
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          include: ['{contract,ui,site,apps}/**/*.test.{ts,tsx}', 'server/src/**/*.unit.test.ts', 'tools/**/*.test.ts'],
          exclude: ['**/*.browser.test.tsx', '**/node_modules/**'],
          // Running each test file isolated would spend two thirds of the time on loading modules.
          isolate: false,
        },
      },
      {
        test: {
          ...unit,
          name: 'unit client',
          // Sessions and queries are global, so each of these files needs its own process.
          include: ['client/**/*.test.{ts,tsx}'],
        },
      },
      {
        // In test mode antd gives every dialog the same id.
        define: { 'process.env.NODE_ENV': '"development"' },
        // List these packages, because the page reloads during a test when Vite finds them later.
        optimizeDeps: {
          include: [
            '@ant-design/icons',
            '@tanstack/react-query',
            'antd',
            'antd/locale/zh_CN',
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
          setupFiles: ['server/test/wait-past-midnight.ts', 'server/test/told/check.ts'],
          isolate: false,
          // Some test workers wait, so there is one more worker than cores.
          maxWorkers: 3,
          // Waits in tests normally end at once; these limits allow for a busy machine.
          testTimeout: 90_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
})
