import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { axe, type Judged } from './axe.ts'
import { tick } from './dialog.ts'
import { staffPost } from './staff.ts'
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

/** A draft of whoever is signed in on the page, made by the call and open in its editor; its title. */
export async function draft(page: Page, words: string, text: string): Promise<string> {
  const content = contentOf(words, `<p>${text}</p>`)
  const { data } = await staffPost(page, '/poster/v1/create', { categoryId: 28, content })
  await page.goto(`/console/posters/${data.id}`)
  await expect(body(page)).toHaveText(text)
  return content.title
}

/** A real picture, whatever the page looks like, with words for who cannot see it; their dialog is judged by axe on demand. */
export async function insertPicture(page: Page, judged?: Judged): Promise<void> {
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
  if (judged) await axe(page)
  await pressAway(dialog.getByRole('button', { name: '确定' }))
  await expect(dialog).toBeHidden()
}

/** Publishes at once; the dialog is judged by axe on demand. */
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

/** A paste as another program's, HTML and text; `times` over, put together where it is pasted: to send that takes longer. */
export async function paste(page: Page, html: string, times = 1, rtf = ''): Promise<void> {
  await body(page).evaluate(
    (element, [text, times, rtf]) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', text.repeat(times))
      clipboardData.setData('text/plain', '一、总则')
      if (rtf) clipboardData.setData('text/rtf', rtf)
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    },
    [html, times, rtf] as const,
  )
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
