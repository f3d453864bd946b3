import { type Browser, chromium, type Page } from '@playwright/test'

/** Smallest type a crowded slide may fall to; a slide that needs less must say less. */
const MIN_TYPE = 30
const FULL_TYPE = 48

/** A browser window that draws slides. */
export interface Stage {
  draw(html: string, png: string): Promise<void>
  close(): Promise<void>
}

// as text, for the browser: the tools are compiled without the DOM's types
const TEXT_FITS =
  'document.querySelector("main").scrollHeight <= document.querySelector("main").clientHeight'

/** Lowers the lines' type until the slide's text ends above the footer. Throws when it never does. */
async function fitText(page: Page): Promise<void> {
  for (let size = FULL_TYPE; size >= MIN_TYPE; size -= 2) {
    await page.addStyleTag({ content: `body { --size: ${size}px }` })
    if (await page.evaluate<boolean>(TEXT_FITS)) return
  }
  throw new Error('a slide has more text than it can hold')
}

/** The browser starts at the first slide, so that a run with nothing to make needs none. */
export function openStage(): Stage {
  let browser: Browser | undefined
  let page: Page | undefined
  const open = async () => {
    browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
    return browser.newPage({ viewport: { width: 1280, height: 720 } })
  }
  return {
    async draw(html, png) {
      page ??= await open()
      await page.setContent(html)
      await fitText(page)
      await page.screenshot({ path: png })
    },
    async close() {
      await browser?.close()
    },
  }
}
