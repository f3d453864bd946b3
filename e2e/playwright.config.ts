import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { noRealStores } from '../server/src/platform/env.ts'

/**
 * The browser uses only the last flag of this kind, so repeat Playwright's list. Our own entries disable address bar
 * suggestions, which cost half a second of CPU per window.
 */
const withoutFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

/**
 * One real server per run, with demo data on an embedded PostgreSQL in its own folder. With E2E_PORT, the tests use a
 * running server (E2E_CHANNEL_PORT: its payment channel, E2E_DATA_DIR: its folder).
 */
// Test workers inherit these variables from the runner.
const serverRuns = process.env.E2E_PORT !== undefined
// Test workers reach the database through this folder (`time.ts`).
if (!serverRuns) process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'ce-e2e-'))
// Choose one channel port for all workers, below the system range from 32768.
if (!serverRuns) process.env.E2E_CHANNEL_PORT ??= String(20_000 + (process.pid % 12_000))

export default defineConfig({
  testDir: '.',
  // These tests have their own commands (`browsers.config.ts`, `look.config.ts`).
  testIgnore: ['browsers/**', 'look/**'],
  outputDir: '../test-results',
  // Use one worker more than cores, because watching a lesson is mostly waiting.
  workers: 3,
  // Tests of one file share demo people, so only files run in parallel.
  fullyParallel: false,
  timeout: 180_000,
  // Three browsers share two cores; retries are counted and limited (`tools/suites/browser.ts`).
  retries: process.env.CI ? 1 : 0,
  // A long timeout costs nothing on a fast machine.
  expect: { timeout: 20_000 },
  forbidOnly: true,
  use: {
    // This is shorter than the test timeout, so that the report names the line that waited.
    actionTimeout: 30_000,
    // Workers read the port after the server has started.
    baseURL: `http://localhost:${process.env.E2E_PORT}`,
    viewport: { width: 1366, height: 768 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // A click on a moving element may miss, so turn off animations.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording traces takes a third of the time; run a failing test again with E2E_TRACE.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      // Playwright's channels do not find Debian's Chromium.
      executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
      args: [
        // Use few frames per second, because the fake camera needs much CPU, and offer two cameras.
        '--use-fake-device-for-media-stream=device-count=2,fps=5',
        '--use-fake-ui-for-media-stream',
        // Without a graphics card, the renderer that emulates one would be slow.
        '--disable-gpu',
        `--disable-features=${withoutFeatures}`,
        // With a debugger each `new Error` parses its file again (`bench/harness/browser.ts`).
        '--js-flags=--no-enable-lazy-source-positions',
      ],
    },
  },
  ...(serverRuns
    ? {}
    : {
        webServer: {
          command: `"${process.execPath}" tools/run.mjs e2e-server`,
          cwd: '..',
          env: {
            ...noRealStores,
            PORT: '0',
            HOST: '127.0.0.1',
            DATA_DIR: process.env.E2E_DATA_DIR ?? '',
            NODE_ENV: '',
            DEMO: '1',
          },
          // Test workers get the server's port as E2E_PORT.
          wait: { stdout: /http:\/\/localhost:(?<e2e_port>\d+)/ },
          timeout: 300_000,
          gracefulShutdown: { signal: 'SIGINT', timeout: 30_000 },
        },
      }),
})
