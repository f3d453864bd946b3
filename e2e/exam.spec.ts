import type { Page } from '@playwright/test'
import { axe } from './axe.ts'
import { tabTo } from './keyboard.ts'
import { kill } from './kill.ts'
import { newcomer, register, signIn } from './people.ts'
import { callAs, signUpForTrial, studyAndEvaluate } from './studied.ts'
import { expect, test } from './test.ts'
import { bringBellNear } from './time.ts'

// The browser logs the network failures that this test causes.
test.use({ tolerated: [/ERR_(INTERNET_DISCONNECTED|FAILED)|status of 503/] })
test.setTimeout(300_000)

test('an exam survives a missing camera, a reload, a second page, a network failure and a killed tab', async ({
  page: first,
  visitor,
}) => {
  let page = first
  const person = newcomer('郑不慌')
  await register(page, person)
  const exam = await signUpForTrial(page)
  const path = `/exam/${exam.signId}/${exam.id}`
  const savedAnswers = async () => Object.keys((await callAs(page, 'GET /exam/v1/start', exam)).answers).length

  await test.step('the exam is locked until the course is studied, and the exam of another student is not found', async () => {
    await page.goto(path)
    await expect(page.getByText('还有课时没有学完')).toBeVisible()
    await expect(page.getByRole('button', { name: '开始考试' })).toHaveCount(0)
    await axe(page)
    await page.goto(`/exam/${exam.signId}/${exam.signId}`)
    await expect(page.getByText('没有找到这场考试')).toBeVisible()
    await axe(page)
    await studyAndEvaluate(page, person, exam.id)
  })

  const passed = page.getByText(/^摄像头检查通过/)
  const shown = () =>
    page.locator('video').evaluate(({ srcObject }: HTMLVideoElement) => {
      const [track] = srcObject instanceof MediaStream ? srcObject.getVideoTracks() : []
      return track?.label
    })

  await test.step('another camera is offered if the first is busy, and remembered', async () => {
    await page.goto(path)
    await page.evaluate(() => {
      const { mediaDevices } = navigator
      const open = mediaDevices.getUserMedia.bind(mediaDevices)
      mediaDevices.getUserMedia = async (asked) => {
        const video = typeof asked?.video === 'object' ? asked.video : {}
        if (!video.deviceId) throw new DOMException('in use', 'NotReadableError')
        return open(asked)
      }
    })
    await page.getByRole('button', { name: '检查摄像头' }).click()
    await expect(page.getByText('摄像头正被其他程序占用')).toBeVisible()
    await axe(page)
    await page.getByRole('button', { name: '改用“fake_device_1”' }).click()
    await expect(passed).toBeVisible()
    await expect.poll(shown).toBe('fake_device_1')
    await page.reload()
    await page.getByRole('button', { name: '检查摄像头' }).click()
    await expect.poll(shown).toBe('fake_device_1')
  })

  await test.step('the other camera is selected by keyboard and checked again', async () => {
    await axe(page)
    await page.getByRole('combobox', { name: '选择摄像头' }).press('ArrowUp')
    await expect.poll(shown).toBe('fake_device_0')
    await expect(passed).toBeVisible()
  })

  await test.step('a failed camera check is explained', async () => {
    for (const [breakIt, title] of cameraFailures) {
      await page.goto(path)
      await page.evaluate(breakIt)
      await page.getByRole('button', { name: '检查摄像头' }).click()
      await expect(page.getByText(title, { exact: true })).toBeVisible()
      await page.getByRole('checkbox', { name: /^我已阅读并同意/ }).check()
      await expect(page.getByRole('button', { name: '开始考试' })).toBeDisabled()
    }
    await axe(page)
  })

  await test.step('without a camera the exam can be taken and starts only on a click', async () => {
    // Move the focus away and back, so that the control that was clicked shows no focus ring.
    await page.keyboard.press('Shift+Tab')
    await tabTo(page, page.getByRole('button', { name: '改用人工核验' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^不使用摄像头、不拍照/)).toBeVisible()
    // The focused button disappeared together with the camera section, so the focus moved here.
    await expect(page.getByRole('radio', { name: '人工核验' })).toBeFocused()
    await axe(page)
    expect((await callAs(page, 'GET /exam/v1/info', exam)).attempts).toEqual([])
    await tabTo(page, page.getByRole('button', { name: '开始考试' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('timer')).toBeVisible()
  })

  await test.step('answers, navigation and question marks work by keyboard', async () => {
    await page.keyboard.press('b')
    await expect(page.getByRole('radio').nth(1)).toBeChecked()
    await page.keyboard.press('m')
    await page.keyboard.press('ArrowRight')
    await expect(heading(page, 2)).toBeFocused()
    await page.keyboard.press('1')
    await page.getByRole('button', { name: '清除作答' }).press('Enter')
    await expect(page.getByRole('radio').first()).toBeFocused()
    await page.keyboard.press('1')
    await expect(page.getByRole('button', { name: '第 1 题，已答，已标记' })).toBeVisible()
    await expect(page.getByText('已保存', { exact: true })).toBeVisible()
    await expect.poll(savedAnswers).toBe(2)
  })

  await test.step('answers made offline survive a reload', async () => {
    await page.route('**/exam/v1/save_answer', (route) => route.abort())
    await page.keyboard.press('ArrowRight')
    await expect(heading(page, 3)).toBeVisible()
    await page.keyboard.press('a')
    await expect(page.getByText('离线，已暂存')).toBeVisible()
    const warned = page.waitForEvent('dialog').then(async (dialog) => {
      expect(dialog.type()).toBe('beforeunload')
      await dialog.accept()
    })
    await Promise.all([page.reload(), warned])
    await page.unroute('**/exam/v1/save_answer')
    // The exam resumes automatically after the connection returns.
    await expect(heading(page, 3)).toBeVisible()
    await expect(page).toHaveTitle(/ 考试 - /)
    await expect(page.getByRole('radio').first()).toBeChecked()
    await expect(page.getByRole('button', { name: '第 1 题，已答，已标记' })).toBeVisible()
    await expect.poll(savedAnswers).toBe(3)
  })

  await test.step('the exam continues offline and sends its answers later', async () => {
    await page.context().setOffline(true)
    await page.keyboard.press('ArrowRight')
    await expect(heading(page, 4)).toBeVisible()
    await page.keyboard.press('c')
    await expect(page.getByText(/^网络已断开。请继续作答/)).toBeVisible()
    await expect(page.getByText('离线，已暂存')).toBeVisible()
    await axe(page)
    await page.context().setOffline(false)
    await expect(page.getByText('已保存', { exact: true })).toBeVisible()
    await expect.poll(savedAnswers).toBe(4)
  })

  await test.step('a second page of the same exam loses no answers', async () => {
    const second = await page.context().newPage()
    const course = `/system/my-courses/${exam.signId}`
    await second.goto(course)
    await second.getByRole('link', { name: '继续考试' }).click()
    await expect(second.getByRole('timer')).toBeVisible()
    await second.getByRole('button', { name: '继续考试' }).click()
    await expect(heading(second, 4)).toBeVisible()
    const leaving = second.getByRole('dialog', { name: '离开考试页面？' })
    await second.goBack()
    await leaving.getByRole('button', { name: '留在考试' }).click()
    await expect(leaving).toBeHidden()
    await expect(second).toHaveURL(path)
    await second.goBack()
    await leaving.getByRole('button', { name: '离开', exact: true }).click()
    await expect(second).toHaveURL(course)
    // This page has shown the exam before, so the exam resumes automatically.
    await second.getByRole('link', { name: '继续考试' }).click()
    await expect(heading(second, 4)).toBeVisible()
    await second.keyboard.press('ArrowRight')
    await expect(heading(second, 5)).toBeVisible()
    await second.keyboard.press('a')
    await expect(second.getByText('已保存', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: /^第 6 题/ }).click()
    await expect(heading(page, 6)).toBeVisible()
    await page.keyboard.press('a')
    await expect(page.getByText('已答 6 题，未答 14 题，标记 1 题')).toBeVisible()
    // The page shows the chosen answer at once and saves it a moment later.
    await expect.poll(savedAnswers).toBe(6)
    await second.close({ runBeforeUnload: false })
  })

  await test.step('a later answer from another device wins and is reported', async () => {
    await page.route('**/exam/v1/save_answer', (route) => route.abort())
    await page.keyboard.press('b')
    await expect(page.getByText('离线，已暂存')).toBeVisible()
    const { attemptId, savedSeq, questions } = await callAs(page, 'GET /exam/v1/start', exam)
    const sixth = questions[5]
    const answers = { [sixth?.id ?? '']: [sixth?.options[2]?.id ?? ''] }
    const save = { attemptId, seq: savedSeq + 1, answers }
    await callAs(page, 'POST /exam/v1/save_answer', save)
    await page.unroute('**/exam/v1/save_answer')
    await expect(page.getByText(/^第 6 题在其他页面或设备上也作答过/)).toBeVisible()
    await expect(page.getByRole('radio').nth(2)).toBeChecked()
    await expect(page.getByText('已保存', { exact: true })).toBeVisible()
    expect((await callAs(page, 'GET /exam/v1/start', exam)).answers).toMatchObject(answers)
    await axe(page)
  })

  await test.step('the answer sheet is a side drawer on a narrow screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await axe(page)
    await page.getByRole('button', { name: '答题卡 6/20' }).click()
    const sheet = page.getByRole('dialog', { name: '答题卡' })
    await sheet.getByRole('button', { name: '第 20 题，未答' }).click()
    await expect(sheet).toBeHidden()
    await expect(heading(page, 20)).toBeVisible()
    await page.setViewportSize({ width: 1366, height: 768 })
  })

  await test.step('after a killed tab the next page sends all answers stored on the device', async () => {
    await page.route('**/exam/v1/save_answer', (route) => route.fulfill({ status: 503, body: '{}' }))
    await page.getByRole('button', { name: '第 8 题，未答' }).click()
    await expect(heading(page, 8)).toBeVisible()
    await page.keyboard.press('b')
    await expect(page.getByText('离线，已暂存')).toBeVisible()
    const context = page.context()
    await context.setOffline(true)
    await page.keyboard.press('ArrowRight')
    await expect(heading(page, 9)).toBeVisible()
    await page.keyboard.press('c')
    await expect(page.getByRole('button', { name: '第 9 题，已答' })).toBeVisible()
    // The device stores the answer a moment later.
    await expect.poll(() => keptAnswers(page)).toBe(2)
    await kill(context, page)
    await context.setOffline(false)
    page = await context.newPage()
    await page.goto('/system/dashboard')
    // The page checks every 15 s, because the killed page may still seem to use the exam.
    const told = page.getByText('上次未上传的 2 题作答已补传')
    await expect(told).toBeVisible({ timeout: 60_000 })
    await axe(page)
    await page.getByRole('button', { name: '知道了' }).click()
    await expect.poll(savedAnswers).toBe(8)
  })

  await test.step('an exam continues on a second device with all answers', async () => {
    await page.close()
    page = visitor
    await signIn(page, person.phone, { password: person.password, path })
    await page.getByRole('button', { name: '继续考试' }).click()
    await expect(page.getByText('已答 8 题，未答 12 题')).toBeVisible()
    await page.getByRole('button', { name: '第 9 题，已答' }).click()
    await expect(page.getByRole('radio').nth(2)).toBeChecked()
  })

  await test.step('the attempt continues if the deadline was extended while offline', async () => {
    const { attemptId } = await callAs(page, 'GET /exam/v1/start', exam)
    await bringBellNear(attemptId, 8)
    await page.keyboard.press('a')
    await expect(page.getByRole('timer')).toHaveText(/^00:0/)
    await page.context().setOffline(true)
    await bringBellNear(attemptId, 900)
    await page.keyboard.press('c')
    await page.getByRole('button', { name: '交卷' }).click()
    await expect(page.getByText('考试时间到，正在自动交卷…')).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByText(/^考试时间已延长至/)).toBeVisible()
    // The page must not ask again in a dialog.
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(heading(page, 9)).toBeFocused()
    await expect(page.getByRole('radio').nth(2)).toBeChecked()
    await expect(page.getByText('已保存', { exact: true })).toBeVisible()
    await axe(page)
  })

  await test.step('submission lists unanswered questions, and the exam result is explained', async () => {
    const submit = page.getByRole('button', { name: '交卷' })
    await page.keyboard.press('Shift+Tab')
    await tabTo(page, submit)
    await page.keyboard.press('Enter')
    const ask = page.getByRole('dialog', { name: '确认交卷？' })
    await expect(ask).toContainText('还有 12 题未作答')
    await axe(page)
    await ask.getByRole('button', { name: '回到第 7 题' }).press('Enter')
    await expect(ask).toBeHidden()
    await expect(heading(page, 7)).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await tabTo(page, submit)
    await page.keyboard.press('Enter')
    await tabTo(page, ask.getByRole('button', { name: '确认交卷' }))
    await page.route('**/exam/v1/submit_exam', (route) => route.abort())
    await page.keyboard.press('Enter')
    await expect(page.getByText('正在交卷…')).toBeVisible()
    // The next page load sends the submission that was made offline.
    page.once('dialog', (dialog) => dialog.accept())
    await page.reload()
    await expect(page.getByText('正在交卷…')).toBeVisible()
    await page.unroute('**/exam/v1/submit_exam')
    const result = page.getByRole('region', { name: '考试结果' })
    await expect(result).toContainText('未达到及格分')
    // The attempt failed, and a review cannot change a failed result.
    await expect(result).not.toContainText('这不表示您有问题')
    await axe(page)
    await result.getByRole('button', { name: '重新考试' }).press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await expect(page.getByRole('heading', { name: '考试记录' })).toBeVisible()
    await expect(page.getByText('点击后立即计时')).toHaveCount(0)
    await axe(page)
    // The note about persistent storage belongs to the device, so it is not counted.
    const kept = () => page.evaluate(() => Object.keys(localStorage))
    const ofPeople = async () => (await kept()).filter((key) => key !== 'storage:persistent')
    await expect.poll(ofPeople).toEqual(['user'])
  })

  await test.step('submitted answers are visible at once, but the correct answers are not yet', async () => {
    await expect(page.getByRole('link', { name: '答卷与解析' })).toHaveCount(0)
    await page.getByRole('link', { name: '作答记录' }).click()
    await expect(page.getByText('记录完整，与回执一致')).toBeVisible()
    const { attempts } = await callAs(page, 'GET /exam/v1/info', exam)
    const { attemptId = '' } = attempts[0] ?? {}
    const { entries } = await callAs(page, 'GET /exam/v1/answer_log', { attemptId })
    const graded = new Set(entries.flatMap(({ changes }) => changes.map(({ question }) => question)))
    expect(graded.size).toBe(8)
    await page.setViewportSize({ width: 390, height: 844 })
    await axe(page)
  })
})

const heading = (page: Page, number: number) => page.getByRole('heading', { name: new RegExp(`^第 ${number} 题`) })

/** Counts answers on the device that the server has not confirmed; -1 if the number is unknown. */
function keptAnswers(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('exam')
        opening.onerror = () => resolve(-1)
        opening.onsuccess = () => {
          const count = opening.result.transaction('answers').objectStore('answers').count()
          count.onsuccess = () => {
            opening.result.close()
            resolve(count.result)
          }
        }
      }),
  )
}

/** Simulated camera failures and the messages they must show. */
const cameraFailures = [
  [
    () => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    },
    '摄像头没有获得授权',
  ],
  [
    () => {
      navigator.mediaDevices.enumerateDevices = async () => []
    },
    '没有找到摄像头',
  ],
  [
    () => {
      navigator.mediaDevices.getUserMedia = async () => {
        const canvas = document.createElement('canvas')
        const draw = () => canvas.getContext('2d')?.fillRect(0, 0, canvas.width, canvas.height)
        draw()
        setInterval(draw, 100)
        return canvas.captureStream(5)
      }
    },
    '摄像头打开了，但画面是全黑的',
  ],
] as const
