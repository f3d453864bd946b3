import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Presses Tab and returns the name of the focused element, or ''. Fails if the focus is invisible or covered (WCAG
 * 2.4.7, 2.4.11).
 */
export async function tab(page: Page, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<string> {
  await page.keyboard.press(key)
  const { name, unseen } = await page.evaluate(focusNow)
  expect(unseen, `the focus on “${name}”`).toBe('')
  return name
}

/** Presses Tab until the target has focus. Returns the names of all tab stops on the way. */
export async function passTo(page: Page, target: Locator, most = 60): Promise<string[]> {
  await expect(target).toBeVisible()
  const passed: string[] = []
  while (passed.length < most) {
    passed.push(await tab(page))
    if (await target.evaluate((element) => element === document.activeElement)) return passed
  }
  throw new Error(`not reached by ${most} Tabs: ${passed.join(' › ')}`)
}

/**
 * Returns the focused element's name and, in `unseen`, why its focus is invisible, or ''. The function runs in the
 * page.
 */
async function focusNow(): Promise<{ name: string; unseen: string }> {
  const at = document.activeElement
  if (!(at instanceof HTMLElement) || at === document.body) return { name: '', unseen: '' }
  const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : null
  const named = at.getAttribute('aria-label') ?? label ?? at.textContent ?? ''
  const name = named.replace(/\s+/g, ' ').trim()
  // The browser itself draws the focus of its native controls.
  if (at.matches('video:not(:focus-visible)')) return { name, unseen: '' }
  // The radio button of a tab is invisible; its label shows the focus instead.
  const shown = at.matches('.tab input') ? at.nextElementSibling : at
  if (!shown) return { name, unseen: 'nothing to see' }
  const { outlineStyle, outlineWidth } = getComputedStyle(shown)
  if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) return { name, unseen: 'has no ring' }
  for (let tries = 0; tries < 20; tries += 1) {
    const { left, right, top, bottom } = shown.getBoundingClientRect()
    const x = Math.min(Math.max((left + right) / 2, 1), innerWidth - 1)
    const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
    const over = document.elementFromPoint(x, y)
    if (over && (shown.contains(over) || at.contains(over) || over.contains(shown))) return { name, unseen: '' }
    // The carousel scrolls smoothly, so wait until it has moved.
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return { name, unseen: 'is hidden by something' }
}
