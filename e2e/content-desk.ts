import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { axe } from './axe.ts'
import { tick } from './dialog.ts'
import { expect, pressAway } from './test.ts'

/** videos and captions of the demo world's items */
export const seeds = fileURLToPath(
  new URL('../server/seeds/posters/technologyVideo/', import.meta.url),
)

/** The text of the item that is open in its editor. */
export const body = (page: Page) => page.getByRole('textbox', { name: '正文' })

export const saved = (page: Page) => expect(page.getByText(/^已保存 \d\d:\d\d$/)).toBeVisible()

/** An empty editor of a category, as the list's button opens it. */
export async function newItem(page: Page, category: string): Promise<void> {
  await page.goto('/console/posters')
  await page.getByRole('button', { name: '新建内容' }).click()
  const dialog = page.getByRole('dialog', { name: '新建内容' })
  await tick(dialog.getByRole('radio', { name: category }))
  await axe(page)
  await dialog.getByRole('button', { name: '开始编写' }).click()
  await expect(body(page)).toBeVisible()
}

/** A saved draft, open in its editor. */
export async function draft(
  page: Page,
  category: string,
  title: string,
  text: string,
): Promise<void> {
  await newItem(page, category)
  await page.getByLabel('标题', { exact: false }).first().fill(title)
  await body(page).click()
  await page.keyboard.type(text)
  await page.keyboard.press('Control+s')
  await saved(page)
  await expect(page).toHaveURL(/\/console\/posters\/[0-9a-f-]{36}$/)
}

/** A real picture, whatever the page looks like, with words for who cannot see it. */
export async function insertPicture(page: Page): Promise<void> {
  const buffer = await page.screenshot()
  await page
    .getByLabel('选择图片')
    .setInputFiles({ name: 'box.png', mimeType: 'image/png', buffer })
  const picture = body(page).locator('img[src]')
  await expect(picture).toBeVisible()
  await picture.click()
  await page.getByRole('button', { name: '图片说明' }).click()
  const dialog = page.getByRole('dialog', { name: '图片说明' })
  await dialog.getByLabel('图片里有什么').fill('打开的药箱')
  await axe(page)
  await pressAway(dialog.getByRole('button', { name: '确定' }))
  await expect(dialog).toBeHidden()
}

/** Publishes at once; the dialog is judged by axe on demand. */
export async function publish(page: Page, judged?: { axe: true }): Promise<void> {
  await page.getByRole('button', { name: '发布…' }).click()
  const dialog = page.getByRole('dialog', { name: '发布' })
  if (judged) {
    await tick(dialog.getByRole('radio', { name: /^定时/ }))
    await axe(page)
    await dialog.getByRole('radio', { name: /^立即/ }).check()
  }
  await pressAway(dialog.getByRole('button', { name: '立即发布' }))
  await expect(dialog).toBeHidden()
}

/** A paste as another program's, HTML and text. */
export async function paste(page: Page, html: string): Promise<void> {
  await body(page).evaluate((element, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', text)
    clipboardData.setData('text/plain', '一、总则')
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, html)
}

/** What the calls take for an item of a title and a text; the title is made one of its kind. */
export function contentOf(title: string, bodyHtml: string) {
  const files = { coverFileId: null, videoFileId: null, captionsFileId: null, attachments: [] }
  return {
    title: `${title} ${Date.now()}`,
    bodyHtml,
    summary: '',
    titleCode: 0,
    source: '',
    author: '',
    ...files,
  }
}
