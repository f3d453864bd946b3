import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { axe } from './axe.ts'
import { demoStaff, staffSignIn } from './staff.ts'
import { expect, test } from './test.ts'

const media = new URL('../server/seeds/media/', import.meta.url)
const film = readFileSync(new URL('diabetes-counselling-1.mp4', media))
const lowFilm = readFileSync(new URL('diabetes-counselling-1.low.mp4', media))
const mp4 = (name: string, buffer: Buffer) => ({ name, mimeType: 'video/mp4', buffer })

test('staff create a course from an uploaded film and see what is missing for publication', async ({ page }) => {
  test.setTimeout(300_000)
  const mark = `${Date.now()}`.slice(-6)
  await staffSignIn(page, demoStaff.admin)

  await test.step('staff create a teacher and a course', async () => {
    await page.getByRole('navigation').getByRole('link', { name: '教师', exact: true }).click()
    await page.getByRole('button', { name: '新建教师' }).click()
    await page.getByRole('textbox', { name: '姓名' }).fill(`顾老师${mark}`)
    await page.getByRole('radio', { name: '副教授' }).check()
    await page.getByRole('button', { name: '保存' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('navigation').getByRole('link', { name: '课程', exact: true }).click()
    await page.getByRole('button', { name: '新建课程' }).click()
    await page.getByLabel('课程名称').fill(`冷链新课${mark}`)
    await page.getByRole('dialog').getByRole('combobox', { name: '教师' }).fill(`顾老师${mark}`)
    // The drop-down list accepts keys only a moment after opening.
    const teacher = page.getByRole('dialog').getByTitle(`顾老师${mark} 副教授`)
    await expect(async () => {
      await page.keyboard.press('Enter')
      await expect(teacher).toBeVisible({ timeout: 500 })
    }).toPass()
    await page.getByRole('button', { name: '新建', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: `冷链新课${mark}` })).toBeVisible()
  })

  await test.step('a film that browsers cannot play is refused with the reason', async () => {
    const hevc = Buffer.from(film.toString('latin1').replaceAll('avc1', 'hvc1'), 'latin1')
    await uploadLesson(page, mp4('苹果手机录像.mp4', hevc))
    await expect(page.getByText(/画面编码是 HEVC（H.265）/)).toBeVisible()
    await page.getByRole('button', { name: '取消上传 苹果手机录像.mp4' }).click()
  })

  await test.step('a suitable film becomes a playable lesson', async () => {
    await uploadLesson(page, mp4('第一讲 冷链.mp4', film))
    await expect(page.getByLabel('第 1 课时的名称')).toHaveValue('第一讲 冷链')
    await expect(page.getByText(/H\.264 \+ AAC · 没有字幕/)).toBeVisible()
    await page.getByRole('button', { name: /^预览/ }).click()
    const video = page.getByRole('dialog').locator('video')
    await expect.poll(() => video.evaluate((one: HTMLVideoElement) => Math.round(one.duration))).toBe(34)
    await page.keyboard.press('Escape')
  })

  await test.step('a lesson can have a smaller film of the same length', async () => {
    await page.getByRole('button', { name: /^视频与字幕/ }).click()
    const files = page.getByRole('group', { name: '“第一讲 冷链”的视频与字幕' })
    const chosen = page.waitForEvent('filechooser')
    await files.getByRole('button', { name: '上传省流量视频（选填）' }).click()
    await (await chosen).setFiles(mp4('小.mp4', lowFilm))
    await expect(page.getByText(/H\.264 \+ AAC · 省流量 小\.mp4 · 没有字幕/)).toBeVisible()
    await axe(page)
    await page.getByRole('button', { name: /^预览/ }).click()
    await page.getByRole('checkbox', { name: '看省流量视频' }).check()
    const video = page.getByRole('dialog').locator('video')
    await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.videoWidth)).toBe(640)
    await page.keyboard.press('Escape')
  })

  await test.step('an article becomes a lesson with a reading time proposed from its length', async () => {
    await page.getByRole('button', { name: '添加文章课时' }).click()
    const dialog = page.getByRole('dialog', { name: '文章课时' })
    await dialog.getByLabel('课时名称').fill('第二讲 阅读')
    await dialog.getByRole('textbox', { name: '正文', exact: true }).fill('冷链'.repeat(200))
    await expect(dialog.getByText(/400 字按每分钟 300 字，建议 2 分钟；可设为 1–6 分钟/)).toBeVisible()
    const done = dialog.getByRole('button', { name: '完成' })
    const time = dialog.getByLabel('要求的阅读时间（分钟）')
    await time.fill('900')
    await time.blur()
    await expect(time).toHaveValue('900.0')
    await done.click()
    await expect(page.getByText('要求的阅读时间应为 0.5–720 分钟，最多 1 位小数，请改正').first()).toBeVisible()
    await dialog.getByRole('button', { name: '采用建议' }).click()
    await expect(time).toHaveValue('2.0')
    // After a failed upload, saving the text without the file needs confirmation.
    await dialog
      .getByLabel('选择图片')
      .setInputFiles({ name: '坏图.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await expect(dialog.getByText('1 个文件没有上传完成，不会包含在内')).toBeVisible()
    await expect(done).toBeDisabled()
    await dialog.getByRole('checkbox', { name: '不带这些文件，照样完成' }).check()
    await done.click()
    await expect(page.getByText('文章 · 400 字 · 要求阅读 2 分钟')).toBeVisible()
  })

  await test.step('missing requirements for publication are shown while exam rules change', async () => {
    await expect(page.getByText('单选题需要 10 道，题库只有 0 道')).toBeVisible()
    const points = page.getByLabel('每题分值')
    await points.fill('350')
    await page.getByRole('button', { name: '保存草稿' }).click()
    const refused = page.getByRole('alert').filter({ hasText: '每题分值应为 1–100，不带小数，请改正' })
    await expect(refused).toBeVisible()
    await expect(points).toHaveValue('350')
    // The test types a full-width digit, as on a Chinese keyboard.
    await points.fill('４')
    await expect(page.getByText('试卷总分应为 100 分，现在是 80 分')).toBeVisible()
    await page.getByRole('button', { name: '保存草稿' }).click()
    await expect(page.getByText('草稿已保存')).toBeVisible()
    await expect(page.getByRole('button', { name: '发布…' })).toBeDisabled()
    await axe(page)
    await page.reload()
    await expect(page.getByLabel('第 1 课时的名称')).toHaveValue('第一讲 冷链')
    await expect(page.getByText(/省流量 小\.mp4/)).toBeVisible()
    await expect(page.getByLabel('第 2 课时的名称')).toHaveValue('第二讲 阅读')
    await expect(page.getByText('文章 · 400 字 · 要求阅读 2 分钟')).toBeVisible()
    await page.getByRole('button', { name: /^视频与字幕/ }).click()
    await page.getByRole('button', { name: '移除省流量视频' }).press('Enter')
    await expect(page.getByText(/H\.264 \+ AAC · 没有字幕/)).toBeVisible()
    // The button disappears with its row, so Tab continues from this group.
    await expect(page.getByRole('group', { name: '“第一讲 冷链”的视频与字幕' })).toBeFocused()
  })

  await test.step('changes saved by a colleague are not overwritten when other parts of the course are saved', async () => {
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByLabel('每题分值').fill('5')
    await other.getByRole('button', { name: '保存草稿' }).click()
    await expect(other.getByText('草稿已保存')).toBeVisible()
    await other.close()
    const tab = (name: string) => page.getByRole('tab', { name }).click()
    await tab('基本信息')
    await page.getByLabel('简介').fill('先保存的简介')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expect(page.getByText('保存后学员看到的立即更新')).toBeVisible()
    await tab('课时与组卷')
    await page.getByLabel('第 1 课时的名称').fill('我的改动')
    // The router allows one blocker, so it must include this form, although another opened later.
    await page.getByRole('link', { name: '返回课程列表' }).click()
    await page.getByRole('button', { name: '留在这里' }).click()
    await page.getByRole('button', { name: '保存草稿' }).click()
    await expect(page.getByText(/^刚被 .+ 修改过/)).toBeVisible()
    await tab('基本信息')
    await page.getByLabel('简介').fill('还没有保存的简介')
    await tab('课时与组卷')
    await page.getByRole('button', { name: '放弃我的修改，载入最新内容' }).click()
    await expect(page.getByLabel('第 1 课时的名称')).toHaveValue('第一讲 冷链')
    await expect(page.getByLabel('每题分值')).toHaveValue('5')
    await tab('基本信息')
    await expect(page.getByLabel('简介')).toHaveValue('还没有保存的简介')
  })
})

async function uploadLesson(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '上传课时视频' }).click()
  await (await chosen).setFiles(file)
}

test('files chosen together become lessons in the same order and can be moved by mouse and keyboard', async ({
  page,
}) => {
  await staffSignIn(page, demoStaff.academic, '/console/courses')
  await page.getByRole('button', { name: '新建课程' }).click()
  await page.getByLabel('课程名称').fill(`次序${Date.now()}`)
  const teacher = page.getByRole('dialog').getByRole('combobox', { name: '教师' })
  await teacher.click()
  await expect(page.locator('.ant-select-item-option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '新建', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^次序/ })).toBeVisible()

  // The test lets the upload of the first file end last.
  let send = () => {}
  const held = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route('**/file/v1/begin', async (route) => {
    if (route.request().postDataJSON().name === '丙.mp4') await held
    await route.continue()
  })
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '上传课时视频' }).click()
  const broken = film.subarray(0, 100_000)
  const files = [mp4('丙.mp4', film), mp4('甲.mp4', lowFilm), mp4('坏.mp4', broken)]
  await (await chosen).setFiles([...files, mp4('乙.mp4', film)])
  await expect(page.getByText(/文件不完整，后面缺少 \d+ KB/)).toBeVisible()
  await expect(page.getByLabel('第 2 课时的名称')).toHaveValue('乙')
  send()
  const titles = () => page.getByLabel(/^第 \d 课时的名称$/).evaluateAll(valuesOf)
  await expect.poll(titles).toEqual(['丙', '甲', '乙'])
  await axe(page)

  const handle = (name: string) => page.getByRole('button', { name: `排序：${name}，` })
  const from = await handle('丙').boundingBox()
  const to = await handle('乙').boundingBox()
  if (!from || !to) throw new Error('no handles')
  await page.mouse.move(from.x + 8, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(to.x + 8, to.y + 40, { steps: 5 })
  await page.mouse.up()
  await expect.poll(titles).toEqual(['甲', '乙', '丙'])
  await handle('丙').press('ArrowUp')
  await expect.poll(titles).toEqual(['甲', '丙', '乙'])
  await expect(handle('丙')).toBeFocused()
})

const valuesOf = (inputs: (HTMLElement | SVGElement)[]) =>
  inputs.map((input) => (input instanceof HTMLInputElement ? input.value : ''))
