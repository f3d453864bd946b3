import { type Browser, chromium, type Page } from '@playwright/test'

/** Smallest font size of a slide in pixels; a slide that does not fit needs less text. */
const MIN_TYPE = 30
const FULL_TYPE = 48

export interface SlideRenderer {
  draw(html: string, png: string): Promise<void>
  close(): Promise<void>
}

// The script is text, because tools are compiled without DOM types.
const TEXT_FITS = 'document.querySelector("main").scrollHeight <= document.querySelector("main").clientHeight'

/** Reduces the font size until the slide's text fits. */
async function fitText(page: Page): Promise<void> {
  for (let size = FULL_TYPE; size >= MIN_TYPE; size -= 2) {
    await page.addStyleTag({ content: `body { --size: ${size}px }` })
    if (await page.evaluate<boolean>(TEXT_FITS)) return
  }
  throw new Error('a slide has more text than it can hold')
}

/** The browser starts with the first slide, so a run without changes starts no browser. */
export function openSlideRenderer(): SlideRenderer {
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
