import { initialPlayerState, type PlayerLesson, type PlayerState } from '@ce/client/lesson-player/state.ts'
import type { LessonPlayer } from '@ce/client/lesson-player/use-lesson-player.ts'
import { useRef } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PlayerControls } from './Controls.tsx'

const lesson = { id: 'lesson', durationSeconds: 600, covered: [[0, 120]], done: false } as unknown
const dispatch = vi.fn()

function Player({ change }: { change: Partial<PlayerState> }) {
  const stage = useRef<HTMLDivElement>(null)
  const start = initialPlayerState({
    signCourseId: 'course',
    lesson: lesson as PlayerLesson,
    studyOpen: true,
    addressUntil: 0,
  })
  const state = { ...start, position: 60, reach: 120, ...change }
  return (
    <div ref={stage}>
      <PlayerControls
        player={{ state, dispatch } as unknown as LessonPlayer}
        video={null}
        stage={stage}
        captions={false}
        onLowData={undefined}
      />
    </div>
  )
}

let root: Root
const show = (change: Partial<PlayerState> = {}) =>
  root.render(
    <MemoryRouter>
      <Player change={change} />
    </MemoryRouter>,
  )
beforeEach(() => {
  dispatch.mockClear()
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => root.unmount())

const button = (name: string) => page.getByRole('button', { name, exact: true })

it('the player controls play, pause, skip back ten seconds and seek by keys', async () => {
  show()
  await button('播放').click()
  await button('后退 10 秒').click()
  expect(dispatch.mock.calls).toEqual([[{ on: 'play' }], [{ on: 'seekTo', to: 50 }]])
  const where = page.getByRole('slider', { name: '播放位置' })
  await expect.element(where).toHaveAttribute('aria-valuetext', expect.stringContaining('可播放到'))
  where.element().focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(dispatch.mock.lastCall?.[0]).toMatchObject({ on: 'seekTo' })
  show({ wants: true })
  await button('暂停').click()
  expect(dispatch).toHaveBeenLastCalledWith({ on: 'pause' })
})

it('the player controls are disabled while a presence check is open', async () => {
  show({ asked: true })
  await expect.element(button('播放')).toBeDisabled()
  await expect.element(button('后退 10 秒')).toBeDisabled()
  await expect.element(page.getByRole('slider', { name: '播放位置' })).toBeDisabled()
})

it('the playback speed changes only after the lesson is done', async () => {
  show()
  await expect.element(page.getByRole('button', { name: /^播放速度/ })).not.toBeInTheDocument()
  show({ done: true })
  await expect.element(page.getByRole('button', { name: /^播放速度/ })).toBeVisible()
})
