import { expect, type Locator, type Page } from '@playwright/test'
import { settle } from './test.ts'

interface Look {
  name: string
  style: string
}

/** Tabs to the control. Focus must be visible on every stop (WCAG 2.2, 2.4.7). */
export async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let steps = 0; steps < 90; steps += 1) {
    const before = await look(page, 'focused')
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
    await settle(page)
    const after = await look(page, 'left')
    if (before && after) expect(after.style, `no visible focus: ${before.name}`).not.toBe(before.style)
  }
  throw new Error(`not reached by ${key}: ${control}`)
}

/** Tab must stay inside the dialog, and Escape must return focus to the opener. */
export async function expectTrap(page: Page, dialog: Locator, opener: Locator): Promise<void> {
  await expect(dialog).toBeVisible()
  await settle(page)
  for (const key of [...Array(12).fill('Tab'), 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    const outside = await dialog.evaluate((element) => {
      const { activeElement: at } = document
      // While the focus is on one of the browser's own controls, the body is the active element.
      return at === document.body || element.contains(at) || at?.contains(element) ? null : at
    })
    expect(outside, `the focus left the dialog by ${key}`).toBeNull()
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
}

/**
 * Returns the styles of the focused control and of antd's frame around it; 'left' reads them after the control lost
 * focus. Null if nothing is focused or the focus stays within one field.
 */
function look(page: Page, when: 'focused' | 'left'): Promise<Look | null> {
  return page.evaluate((when) => {
    const mark = 'data-had-focus'
    const element = when === 'left' ? document.querySelector(`[${mark}]`) : document.activeElement
    if (!element || element === document.body) return null
    // After navigation by mouse the title has focus, but it is no tab stop.
    if (when === 'focused' && element.matches('h1[tabindex="-1"]')) return null
    // The focus moved to a button in the same field, whose frame still looks focused.
    if (when === 'left' && element.parentElement?.contains(document.activeElement)) return null
    element.toggleAttribute(mark, when === 'focused')
    const { parentElement: parent } = element
    const around = [element, parent, parent?.parentElement, ...element.querySelectorAll('*')]
    const styles = around
      .filter((one) => one instanceof Element)
      .map((one) => {
        const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(one)
        return [outline, boxShadow, borderColor, backgroundColor].join()
      })
    const name = element.getAttribute('aria-label') ?? element.textContent
    return { name: `${element.tagName} ${name.slice(0, 40)}`, style: styles.join('\n') }
  }, when)
}
