import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

/**
 * Of such lists the browser takes the last alone: Playwright's own of today, and two of ours. Every window loads two pages of
 * suggestions for its address bar, half a second of CPU each time, and nobody types there.
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
 * One real server for the whole run: the demo world on an embedded PostgreSQL in a folder of its own.
 * `npm test` names the folder and removes it; without it, a new one under the system's temporary folder.
 * With E2E_PORT set, a server that runs already, whose demo world is fresh (and E2E_CHANNEL_PORT: its channel,
 * E2E_DATA_DIR: its folder).
 */
// the workers have them too: from the server that the runner started
const serverRuns = process.env.E2E_PORT !== undefined
// the workers reach its database by it (time.ts)
if (!serverRuns) process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'ce-e2e-'))
// where the simulated payment channel stands; chosen here, so that the workers know it
// (below what a system gives away by itself, from 32,768 on)
if (!serverRuns) process.env.E2E_CHANNEL_PORT ??= String(20_000 + (process.pid % 12_000))

export default defineConfig({
  testDir: '.',
  // other engines, by a command of their own (browsers.config.ts)
  testIgnore: 'browsers/**',
  outputDir: '../test-results',
  // one more than cores: those that watch a lesson wait as long as it lasts
  workers: 3,
  // tests of one file share people of the demo world: files side by side, tests in order
  fullyParallel: false,
  timeout: 180_000,
  // three browsers on two cores: one more try, which the count tells of and allows a few of (tools/suites/browser.ts)
  retries: process.env.CI ? 1 : 0,
  // nobody waits for them on a machine that is quick
  expect: { timeout: 20_000 },
  forbidOnly: true,
  use: {
    // less than a test's time, so that the line that waits in vain is the one that fails
    actionTimeout: 30_000,
    // read by the workers, once the server below has said its port
    baseURL: `http://localhost:${process.env.E2E_PORT}`,
    viewport: { width: 1366, height: 768 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // a press on what still moves may go nowhere
    contextOptions: { reducedMotion: 'reduce' },
    // costs a third of the time; a failure that needs it is run again
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      // Playwright's own channels do not find Debian's Chromium (stack.md)
      executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
      args: [
        // few pictures a second: to make them costs more than to judge them; two cameras: one has to choose
        '--use-fake-device-for-media-stream=device-count=2,fps=5',
        '--use-fake-ui-for-media-stream',
        // a machine without one would draw by a slow imitation of it
        '--disable-gpu',
        `--disable-features=${withoutFeatures}`,
        // with a debugger each `new Error` reads its file a second time for line numbers (bench/harness/browser.ts)
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
            PORT: '0',
            HOST: '127.0.0.1',
            DATA_DIR: process.env.E2E_DATA_DIR ?? '',
            NODE_ENV: '',
            DEMO: '1',
          },
          // the greeting; the port goes on to the workers as E2E_PORT
          wait: { stdout: /http:\/\/localhost:(?<e2e_port>\d+)/ },
          timeout: 300_000,
          gracefulShutdown: { signal: 'SIGINT', timeout: 30_000 },
        },
      }),
})
