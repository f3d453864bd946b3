import type { Page } from '@playwright/test'
import { axe } from './axe.ts'
import { kill } from './kill.ts'
import { newcomer, register, signIn } from './people.ts'
import { callAs, signUpForTrial } from './studied.ts'
import { expect, test } from './test.ts'

// The browser logs the network failures that this test causes.
test.use({ tolerated: [/ERR_(INTERNET_DISCONNECTED|FAILED)|status of 503/] })

const saves = '**/course/v1/learn_process'
/** Seconds of study that may be lost: a closed page still reports all but the last step of the film. */
const leftAtMost = 0.3

test('no watched second is lost in any kind of failure', async ({ page: first, visitor }) => {
  test.setTimeout(300_000)
  const person = newcomer('冯不断')
  await register(first, person)
  const { signId, id } = await signUpForTrial(first)
  const path = `/system/my-courses/${signId}/${id}`
  const context = first.context()
  const creditedOf = async (page: Page) => {
    const { lessons } = await callAs(page, 'GET /course/v1/learn_course_detail', { id })
    return lessons.map((lesson) => lesson.creditedSeconds)
  }
  const credited = async (page: Page) => (await creditedOf(page)).reduce((sum, seconds) => sum + seconds, 0)

  let known = 0
  await test.step('a killed tab after failed saves is reported by the next page', async () => {
    const from = await watch(first, path)
    const mark = first.getByText(`冯不断 ${person.phone.slice(0, 3)}****${person.phone.slice(-4)}`)
    await expect(mark).toBeVisible()
    await first.route(saves, (route) => route.fulfill({ status: 503, body: '{}' }))
    await playedTo(first, from + 2)
    await first.getByRole('button', { name: '暂停', exact: true }).click()
    await expect(first.getByText(/^离线，已暂存 \d+ 秒$/)).toBeVisible()
    await first.getByRole('button', { name: '播放', exact: true }).click()
    await playedTo(first, from + 4)
    // The page stores a draft every second; a busy machine may be slower.
    await expect.poll(() => keptSeconds(first)).toBeGreaterThan(3)
    const kept = await keptSeconds(first)
    const [seen, at] = [(await position(first)) - from, performance.now()]
    await kill(context, first)
    const playedOn = (performance.now() - at) / 1000
    const next = await context.newPage()
    await next.goto(path)
    await expect.poll(() => credited(next)).toBeGreaterThan(kept - leftAtMost)
    known = await credited(next)
    expect(known).toBeLessThan(seen + playedOn + leftAtMost)
    await next.close()
  })

  const page = await context.newPage()
  await test.step('watched time survives a network failure followed by a reload', async () => {
    const from = await watch(page, path)
    await context.setOffline(true)
    await playedTo(page, from + 3)
    const seen = (await position(page)) - from
    await page.reload().catch(() => undefined)
    await context.setOffline(false)
    await page.goto(path)
    await expect.poll(() => credited(page)).toBeGreaterThan(known + seen - leftAtMost)
    known = await credited(page)
  })

  const { lessons } = await callAs(page, 'GET /course/v1/learn_course_detail', { id })
  const second = `${path}?lesson=${lessons[1]?.id}`
  await test.step('the old page names the new device, and its unsaved study time is still credited', async () => {
    await signIn(visitor, person.phone, { password: person.password })
    const from = await watch(page, second)
    await page.route(saves, (route) => route.fulfill({ status: 503, body: '{}' }))
    await playedTo(page, from + 2)
    await page.getByRole('button', { name: '暂停', exact: true }).click()
    await expect(page.getByText(/^离线，已暂存 \d+ 秒$/)).toBeVisible()
    const seen = (await position(page)) - from
    await watch(visitor, second)
    await page.unroute(saves)
    await expect(page.getByText('已在其他页面或设备上学习')).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText(/起在.+ · Chrome 浏览器学习《.+》的“.+”/)).toBeVisible()
    await expect.poll(() => credited(page)).toBeGreaterThan(known + seen - leftAtMost)
    await visitor.close()
  })

  await test.step('省流量 plays the smaller film from the same position, and the choice is remembered', async () => {
    const from = await watch(page, second)
    const whole = await film(page)
    await page.getByRole('button', { name: '省流量' }).click()
    await expect.poll(() => film(page)).not.toBe(whole)
    await playedTo(page, from + 3)
    const seen = await position(page)
    await page.goto(second)
    await expect(page.getByRole('button', { name: '省流量', pressed: true })).toBeVisible()
    // Reads the credit of the second lesson, whichever film was played.
    const ofSecond = async () => (await creditedOf(page))[1] ?? 0
    await expect.poll(ofSecond).toBeGreaterThan(seen - leftAtMost)
  })

  await test.step('the page 学时来源 lists every heartbeat', async () => {
    await page.getByRole('link', { name: '学时来源' }).click()
    await expect(page.getByRole('heading', { name: '计入的区间' })).toBeVisible()
    await expect(page.getByText(/^计入 [\d.]+ 秒$/).first()).toBeVisible()
    await axe(page)
    await context.setOffline(true)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(page.getByText(/^网络已断开：/)).toBeInViewport({ ratio: 1 })
    await context.setOffline(false)
  })

  await test.step('sign-out warns about unsent data and can wait for the network', async () => {
    const from = await watch(page, second)
    await context.setOffline(true)
    await playedTo(page, from + 3)
    // The player shows this message only once.
    await expect(page.getByText(/^离线，已暂存 \d+ 秒$/)).toBeVisible()
    await expect(page.getByText(/^网络已断开：/)).toHaveCount(0)
    await page.getByRole('button', { name: '退出登录' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '确认退出' }).click()
    const warning = page.getByRole('dialog', { name: '还有记录没有上传，现在退出会丢失' })
    await expect(warning).toContainText(/\d+\s秒学习记录还没有传到服务器/)
    await axe(page)
    await page.keyboard.press('Escape')
    await expect(warning).toBeHidden()
    await context.setOffline(false)
    await expect(page.getByText(/^已保存/).first()).toBeVisible()
  })

  await test.step('sign-out leaves nothing on the device', async () => {
    await page.getByRole('button', { name: '退出登录' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '确认退出' }).click()
    await expect(page).toHaveURL('/index')
    expect(await keptSeconds(page)).toBe(0)
  })
})

/** Plays the lesson. @returns the position where playback started */
async function watch(page: Page, path: string): Promise<number> {
  await page.goto(path)
  await page.getByRole('button', { name: /^(开始|继续)学习$/ }).click()
  // Before the film is loaded, the position is 0 instead of the resume point.
  const moving = () =>
    page.evaluate(() => {
      const film = document.querySelector('video')
      return !!film && !film.paused && !film.seeking && film.readyState > 2 && film.currentTime > 0
    })
  await expect.poll(moving, { intervals: [50] }).toBe(true)
  const from = await position(page)
  await playedTo(page, from + 0.3)
  return from
}

function position(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelector('video')?.currentTime ?? -1)
}

/** Returns the film's address without its signature. */
function film(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector('video')?.src.split('?')[0] ?? '')
}

async function playedTo(page: Page, second: number): Promise<void> {
  await expect.poll(() => position(page), { timeout: 60_000 }).toBeGreaterThan(second)
}

/** Returns the seconds of study that the device stores because the server has not confirmed them. */
async function keptSeconds(page: Page): Promise<number> {
  const stretches = await page.evaluate(
    () =>
      new Promise<[number, number][]>((resolve, reject) => {
        const opening = indexedDB.open('study')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const all = opening.result.transaction('beats').objectStore('beats').getAll()
          all.onsuccess = () => {
            opening.result.close()
            resolve(all.result.flatMap(({ beat }) => beat.intervals))
          }
        }
      }),
  )
  return stretches.reduce((sum, [from, to]) => sum + to - from, 0)
}
