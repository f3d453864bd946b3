import type { Page } from '@playwright/test'
import { axe } from './axe.ts'
import { newcomer, register, thisYear } from './people.ts'
import { callAs, studyAndEvaluate } from './studied.ts'
import { expect, test } from './test.ts'
import { bringPresenceNear } from './time.ts'

const trialYear = thisYear - 3

// The browser logs the network failures that this test causes.
test.use({ tolerated: [/ERR_(INTERNET_DISCONNECTED|FAILED)/] })

test('only time that was really watched counts, however the film is played', async ({ page }) => {
  const person = newcomer('孙一鸣')
  await register(page, person, `/system/sign?year=${trialYear}`)
  await page.getByRole('button', { name: '确认报名' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确认报名' }).click()
  await loseCaptions(page)
  await page.getByRole('link', { name: /^开始学习：/ }).click()

  await test.step('a film watched for the first time cannot be skipped ahead or played faster', async () => {
    await page.getByRole('button', { name: '开始学习' }).click()
    await playedTo(page, 1)
    await cheat(page)
    await expect(page.getByText('首次学习不能跳过未看的内容')).toBeVisible()
    // Playback must restart well before the twelfth second.
    expect(await position(page)).toBeLessThan(10)
    await expect.poll(() => speed(page)).toBe(1)
  })

  await test.step('the space bar pauses and the arrow key goes back', async () => {
    const player = page.getByRole('region', { name: /^视频播放器/ })
    await player.press('Space')
    await expect(page.getByRole('button', { name: '播放', exact: true })).toBeVisible()
    await player.press('ArrowLeft')
    await expect.poll(() => position(page)).toBe(0)
    await axe(page)
  })

  await test.step('captions are shown although their first link had expired, until a key hides them', async () => {
    const button = page.getByRole('button', { name: '字幕' })
    await expect.poll(() => caption(page)).toMatch(/^执业药师每年都要参加继续教育/)
    await button.focus()
    await page.keyboard.press('Space')
    await expect(button).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(() => caption(page)).toBeNull()
    await page.keyboard.press('c')
    await expect(button).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('another page takes over the playback, and this page says so', async () => {
    await page.getByRole('button', { name: '播放', exact: true }).click()
    const other = await page.context().newPage()
    await other.goto(page.url())
    const begin = other.getByRole('button', { name: /^(开始|继续)学习$/ })
    await expect(begin).toBeVisible()
    await bringPresenceNear(person.phone, 3)
    await begin.click()
    await answerCheck(other)
    await playedTo(other, 2)
    await page.getByRole('region', { name: /^视频播放器/ }).press('Space')
    await expect(page.getByText('已在其他页面或设备上学习')).toBeVisible()
    await other.close()
    await axe(page)
    await page.getByRole('button', { name: '在此继续学习' }).click()
  })

  await test.step('the film plays without network, and the watched time is reported later', async () => {
    await playedTo(page, 5)
    await page.context().setOffline(true)
    // The other page may have been credited for the next seconds too, so this page plays on until one is new.
    await expect(page.getByText(/^离线，已暂存 [1-9]\d* 秒$/)).toBeVisible()
    await axe(page)
    await page.context().setOffline(false)
    await expect(page.getByText(/^离线，已暂存/)).toBeHidden({ timeout: 60_000 })
  })

  await test.step('after the last exam attempt failed on another page, the open page starts a re-study round', async () => {
    const [signId = '', id = ''] = new URL(page.url()).pathname.split('/').slice(-2)
    await studyAndEvaluate(page, person, id)
    await page.reload()
    await expect(page.getByText('全部课时已学完，课程已评价')).toBeVisible()
    await failAll(page, { signId, id })
    const begin = page.getByRole('button', { name: /^(开始|继续)学习$/ })
    await begin.click()
    await expect(page.getByText('全部课时已学完，课程已评价')).toBeHidden()
    const told = page.waitForResponse((answer) => answer.url().endsWith('/learn_process'))
    await begin.click()
    expect(await (await told).json()).toMatchObject({ code: 1, data: { creditedSeconds: 0 } })
  })
})

/** Submits empty exam papers by API until no attempt is left. */
async function failAll(page: Page, exam: { signId: string; id: string }): Promise<void> {
  const { consent, attemptsLeft } = await callAs(page, 'GET /exam/v1/info', exam)
  const { version } = consent
  for (let left = attemptsLeft; left > 0; left -= 1) {
    await callAs(page, 'POST /exam/v1/consent', { ...exam, mode: 'MANUAL', version })
    const { attemptId } = await callAs(page, 'GET /exam/v1/start', exam)
    await callAs(page, 'POST /exam/v1/submit_exam', { attemptId, seq: 1, answers: {} })
  }
}

/** Waits for the presence check over the film and confirms it with one key; afterwards shortcuts work again. */
async function answerCheck(page: Page): Promise<void> {
  const check = page.getByRole('dialog', { name: '请确认您正在学习' })
  await expect(check).toContainText('60 秒内未确认，视频将暂停')
  await expect(check.getByRole('button', { name: '我在学习' })).toBeFocused()
  await expect(page).toHaveTitle(/^请确认在场 - /)
  await axe(page)
  const answered = page.waitForResponse(
    (answer) => answer.url().endsWith('/learn_process') && answer.request().postDataJSON().event === 'presence',
  )
  await page.keyboard.press('Enter')
  expect(await (await answered).json()).toMatchObject({ code: 1 })
  await expect(check).toBeHidden()
  await expect(page.getByRole('region', { name: /^视频播放器/ })).toBeFocused()
  await expect(page).not.toHaveTitle(/请确认在场/)
}

function position(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelector('video')?.currentTime ?? -1)
}

/** Makes the first captions link fail, as if it had expired. */
async function loseCaptions(page: Page): Promise<void> {
  const files = '**/files/**'
  await page.route(files, async (route) => {
    if (route.request().resourceType() !== 'texttrack') return route.fallback()
    await route.abort()
    await page.unroute(files)
  })
}

function caption(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const track = document.querySelector('video')?.textTracks[0]
    const [cue] = (track?.mode === 'showing' && track.activeCues) || []
    return cue instanceof VTTCue ? cue.text : null
  })
}

function speed(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelector('video')?.playbackRate ?? -1)
}

/** Tries the manipulations that a script or extension could do. */
async function cheat(page: Page): Promise<void> {
  await page.evaluate(() => {
    const video = document.querySelector('video')
    if (!video) return
    video.currentTime = 12
    video.playbackRate = 4
  })
}

async function playedTo(page: Page, second: number): Promise<void> {
  await expect.poll(() => position(page), { timeout: 60_000 }).toBeGreaterThan(second)
}
