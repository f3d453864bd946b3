import type { Page } from '@playwright/test'

/** Finds problems that axe does not report: sideways scrolling and cut text. */
export function findMisplaced(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) found.push(`scrolls sideways by ${scrollWidth - clientWidth} px`)
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const holder = node.parentElement
      if (!holder || !node.textContent?.trim() || holder.closest('[aria-hidden=true], [inert], option')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const words = range.getBoundingClientRect()
      if (words.width < 1 || !holder.checkVisibility({ visibilityProperty: true })) continue
      if (isCut(holder, words)) found.push(`cut off: ${node.textContent.trim().slice(0, 30)}`)
    }
    return [...new Set(found)]

    /** Text that ends with an ellipsis is cut off on purpose. */
    function isCut(holder: Element, words: DOMRect): boolean {
      for (let box: Element | null = holder; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box)
        if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') return false
        const edge = box.getBoundingClientRect()
        // Text as small as this is only for screen readers.
        if (edge.width <= 2 || edge.height <= 2) return false
        if (/auto|scroll/.test(style.overflowX + style.overflowY)) return false
        if (!/hidden|clip/.test(style.overflowX + style.overflowY)) continue
        const over = 2
        if (words.right > edge.right + over || words.left < edge.left - over) return true
        if (words.bottom > edge.bottom + over || words.top < edge.top - over) return true
      }
      return false
    }
  })
}

/** Finds elements that get focus behind fixed bars while tabbing (WCAG 2.4.11). */
export async function findCovered(page: Page, key = 'Tab', presses = 70): Promise<string[]> {
  const found = new Set<string>()
  await page.evaluate(() => {
    scrollTo(0, 0)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press(key)
    const covered = await page.evaluate(() => {
      const active = document.activeElement
      if (!active || active === document.body) return ''
      const { left, top, width, height } = active.getBoundingClientRect()
      if (width < 1 || height < 1) return ''
      const at = [0.1, 0.5, 0.9]
      const seen = at.some((x) =>
        at.some((y) => {
          const top_ = document.elementFromPoint(left + width * x, top + height * y)
          const label = active.closest('label')
          return top_ && (active.contains(top_) || top_.contains(active) || label?.contains(top_))
        }),
      )
      const name = active.getAttribute('aria-label') ?? active.textContent ?? ''
      return seen ? '' : `${active.tagName.toLowerCase()} “${name.trim().slice(0, 24)}”`
    })
    if (covered) found.add(`focus covered: ${covered}`)
  }
  return [...found]
}
