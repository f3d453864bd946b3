import { defineConfig } from '@playwright/test'
import suite from './playwright.config.ts'

/**
 * `npx playwright test -c look.config.ts` makes pictures of every screen in every size, for manual review. Not part of
 * the suite.
 */
export default defineConfig({
  ...suite,
  testDir: 'look',
  testIgnore: [],
  outputDir: '../test-results/look-failures',
  workers: 1,
  retries: 0,
  timeout: 1_800_000,
  reporter: 'list',
})
