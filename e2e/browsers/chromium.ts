import type { Page } from '@playwright/test'
import type { Tab } from './tab.ts'

export function chromiumTab(page: Page): Tab {
  return {
    goto: async (url) => {
      await page.goto(url)
    },
    evaluate: (expression) => page.evaluate(expression),
    press: (key) => page.keyboard.press(key === ' ' ? 'Space' : key),
    click: ({ x, y }) => page.mouse.click(x, y),
    screenshot: () => page.screenshot(),
    close: () => page.close(),
  }
}
