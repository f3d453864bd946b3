import { defineConfig } from '@playwright/test'
import suite from './playwright.config.ts'

/** `npm run test:browsers`: one journey in each engine, one after the other, against a server as the suite has it. */
export default defineConfig({
  ...suite,
  testDir: 'browsers',
  testIgnore: [],
  workers: 1,
  retries: 0,
  timeout: 420_000,
  reporter: 'list',
})
