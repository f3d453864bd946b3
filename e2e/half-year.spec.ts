import type { Page } from '@playwright/test'
import { axe } from './axe.ts'
import { demo, signIn } from './people.ts'
import { expect, test } from './test.ts'

test('a student in the middle of the year continues a film and an article from the workbench', async ({ page }) => {
  await signIn(page, demo.halfWay)

  await test.step('the workbench shows the hours and the next step', async () => {
    const hours = page.getByRole('progressbar', { name: /专业科目/ })
    await expect(hours).toHaveAttribute('aria-valuenow', '30')
    await expect(hours).toHaveAttribute('aria-valuemax', '60')
    await expect(page.getByText(/^下一步：/)).toBeVisible()
    await axe(page)
    await page.getByRole('link', { name: '继续学习', exact: true }).click()
  })

  const saved = page.locator('dt', { hasText: '已保存' }).locator('xpath=following-sibling::dd')
  await test.step('the lesson opens at the resume point', async () => {
    await expect(page).toHaveURL(/\/system\/my-courses\/[^/]+\/[^/]+$/)
    const lessons = page.getByRole('navigation', { name: /课时/ }).getByRole('link')
    await expect(lessons.nth(0)).toContainText('已学完')
    // The percentage is higher if an earlier try ran the following step.
    await expect(lessons.nth(1)).toContainText(/已学 (49|[5-9]\d)%/)
    await expect(lessons.nth(1)).toHaveAttribute('aria-current', 'true')
    await expect(page.getByText(/^上次学到 00 分 \d\d 秒$/)).toBeVisible()
    await axe(page)
  })

  await test.step('watched time is saved and survives a reload', async () => {
    const before = await seconds()
    await page.getByRole('button', { name: '继续学习' }).click()
    await expect.poll(() => watched(page), { timeout: 60_000 }).toBeGreaterThan(4)
    // Pausing reports watched time at once; otherwise the page reports every 15 s.
    await page.getByRole('button', { name: '暂停' }).click()
    await expect(page.getByText('已全部上传')).toBeVisible()
    await expect.poll(seconds).toBeGreaterThanOrEqual(before + 3)
    const after = await seconds()
    await axe(page)
    await page.reload()
    await expect.poll(seconds).toBeGreaterThanOrEqual(after)
    async function seconds() {
      const [hours, minutes, rest] = (await saved.innerText()).split(':').map(Number)
      return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (rest ?? 0)
    }
  })

  await test.step('unwatched parts of a film cannot be skipped', async () => {
    const where = page.getByRole('slider', { name: '播放位置' })
    const stood = Number(await where.inputValue())
    await where.focus()
    await page.keyboard.press('End')
    await expect(page.getByText('首次学习不能跳过未看的内容，可以随时往回看。')).toBeVisible()
    expect(Number(await where.inputValue())).toBeLessThanOrEqual(stood + 1)
  })

  await test.step('reading an article counts while it is visible and stops when the page is left', async () => {
    const lesson = page.getByRole('link', { name: /门店冷藏药品一日操作清单/ })
    const clock = page.getByRole('region', { name: '阅读计时' })
    const course = page.url()
    await page.getByRole('link', { name: /^返回 \d+ 年度课程$/ }).click()
    await page.getByRole('link', { name: '开始学习：冷链药品储运管理' }).click()
    await lesson.click()
    await clock.getByRole('button', { name: /^(开始|继续)阅读$/ }).click()
    await expect(clock).toContainText('正在计时')
    // The clock shows each second briefly, and a busy machine may look late.
    await expect(clock).toContainText(/00 分 (0[2-9]|[1-5]\d) 秒/)
    await leave(page)
    await expect(clock).toContainText('页面不在前台时不计时')
    await expect(clock).toContainText(/00:00:(0[2-9]|[1-5]\d)/)
    await axe(page)
    await page.keyboard.press('Enter')
    await expect(clock).toContainText('正在计时')
    await clock.getByRole('button', { name: '暂停计时' }).click()
    await page.goto(course)
  })

  await test.step('a lesson list of an old course version reloads when its article is gone', async () => {
    const course = page.url()
    await page.getByRole('link', { name: /^返回 \d+ 年度课程$/ }).click()
    await page.route(
      '**/learn_course_detail?*',
      async (route) => {
        const response = await route.fetch()
        const body = await response.json()
        for (const lesson of body.data.lessons) lesson.id = crypto.randomUUID()
        await route.fulfill({ response, json: body })
      },
      { times: 1 },
    )
    await page.getByRole('link', { name: /学习：冷链药品储运管理$/ }).click()
    await page.getByRole('link', { name: /门店冷藏药品一日操作清单/ }).click()
    await expect(page.getByText('课程已更新')).toBeVisible()
    await expect(page.getByRole('button', { name: /^(开始|继续)学习$/ })).toBeVisible()
    await page.goto(course)
  })

  await test.step('the year page shows each course and its paid order', async () => {
    await page.getByRole('link', { name: /^返回 \d+ 年度课程$/ }).click()
    await expect(page.getByRole('link', { name: /^查看成绩：/ })).toHaveCount(5)
    await expect(page.getByRole('link', { name: /^继续学习：/ })).toHaveCount(2)
    await expect(page.getByRole('link', { name: /^开始学习：/ })).toHaveCount(3)
    await axe(page)
    await page.getByRole('link', { name: '我的订单' }).click()
    const card = page.getByRole('listitem', { name: /^订单 / })
    await expect(card).toContainText('已支付')
    await expect(card).toContainText('¥120.00')
    await axe(page)
  })
})

/** Returns the watched seconds of film that this page shows. */
function watched(page: Page): Promise<number> {
  return page.evaluate(() => {
    const played = document.querySelector('video')?.played
    const lengths = Array.from({ length: played?.length ?? 0 }, (_, at) =>
      played ? played.end(at) - played.start(at) : 0,
    )
    return lengths.reduce((sum, length) => sum + length, 0)
  })
}

/** Simulates that the page goes to the background, because headless browsers have no background. */
async function leave(page: Page): Promise<void> {
  await page.evaluate(() => {
    const hide = (hidden: boolean) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }
    hide(true)
    hide(false)
  })
}
