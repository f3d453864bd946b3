import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { axe, type Judged } from './axe.ts'
import { tick } from './dialog.ts'
import { staffPost } from './staff.ts'
import { expect, pressAway } from './test.ts'

/** The folder with videos and captions of the demo data. */
export const seeds = fileURLToPath(new URL('../server/seeds/posters/technologyVideo/', import.meta.url))

export const body = (page: Page) => page.getByRole('textbox', { name: '正文' })

export const saved = (page: Page) => expect(page.getByText(/^已保存 \d\d:\d\d$/)).toBeVisible()

export async function newItem(page: Page, category: string): Promise<void> {
  await page.goto('/console/posters')
  await page.getByRole('button', { name: '新建内容' }).click()
  const dialog = page.getByRole('dialog', { name: '新建内容' })
  await tick(dialog.getByRole('radio', { name: category }))
  await axe(page)
  await dialog.getByRole('button', { name: '开始编写' }).click()
  await expect(body(page)).toBeVisible()
}

/** Creates a draft by API, opens it in the editor and returns its title. */
export async function draft(page: Page, words: string, text: string): Promise<string> {
  const content = contentOf(words, `<p>${text}</p>`)
  const { data } = await staffPost(page, '/poster/v1/create', { categoryId: 28, content })
  await page.goto(`/console/posters/${data.id}`)
  await expect(body(page)).toHaveText(text)
  return content.title
}

/** Inserts a picture with alternative text; `judged` asks for a check of the dialog with axe. */
export async function insertPicture(page: Page, judged?: Judged): Promise<void> {
  const buffer = await page.screenshot()
  await page.getByLabel('选择图片').setInputFiles({ name: 'box.png', mimeType: 'image/png', buffer })
  const picture = body(page).locator('img[src]')
  await expect(picture).toBeVisible()
  await picture.click()
  await page.getByRole('button', { name: '图片说明' }).click()
  const dialog = page.getByRole('dialog', { name: '图片说明' })
  await dialog.getByLabel('图片里有什么').fill('打开的药箱')
  if (judged) await axe(page)
  await pressAway(dialog.getByRole('button', { name: '确定' }))
  await expect(dialog).toBeHidden()
}

/** Publishes the open content item; `judged` asks for a check of the dialog with axe. */
export async function publish(page: Page, judged?: Judged): Promise<void> {
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

/** Pastes HTML and plain text. `times` repeats the HTML inside the page, which is faster than sending it. */
export async function paste(page: Page, html: string, times = 1, rtf = ''): Promise<void> {
  await body(page).evaluate(
    (element, [text, times, rtf]) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', text.repeat(times))
      clipboardData.setData('text/plain', '一、总则')
      if (rtf) clipboardData.setData('text/rtf', rtf)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [html, times, rtf] as const,
  )
}

/** Builds content with a unique title, so that tests can find their item. */
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
