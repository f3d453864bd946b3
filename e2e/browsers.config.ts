import { defineConfig } from '@playwright/test'
import suite from './playwright.config.ts'

export default defineConfig({
  ...suite,
  testDir: 'browsers',
  testIgnore: [],
  workers: 1,
  retries: 0,
  timeout: 420_000,
  reporter: 'list',
})
