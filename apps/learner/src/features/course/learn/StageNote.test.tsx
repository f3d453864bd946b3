import { initialPlayerState, type PlayerState } from '@ce/client/lesson-player/state.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { LearnDetail } from './learn-detail.ts'
import { PlayerAnnouncer, PlayerNote } from './StageNote.tsx'

const lesson = {
  id: 'lesson',
  title: '审方',
  kind: 'VIDEO' as const,
  durationSeconds: 240,
  videoUrl: '/film',
  lowVideoUrl: null,
  captionsUrl: null,
  furthestSeconds: 240,
  creditedSeconds: 228,
  covered: [],
  resumeAt: 0,
  done: false,
}
const next = { ...lesson, id: 'next', title: '用药教育' }
const detail = { id: 'c', signId: 's', lessons: [lesson, next] } as unknown as LearnDetail

const beat: PlayerState['queue'][number] = {
  id: 'c',
  lessonId: 'lesson',
  playSessionId: 's',
  seq: 1,
  event: 'end',
  position: 240,
  intervals: [[228, 240]],
}

function ended(change: Partial<PlayerState>): string {
  const start = initialPlayerState({ signCourseId: 'c', lesson, studyOpen: true, addressUntil: 0 })
  const state: PlayerState = { ...start, media: 'ended', position: 240, ...change }
  const player = { state, dispatch: () => undefined } as never
  return renderToStaticMarkup(
    <MemoryRouter>
      <PlayerNote player={player} detail={detail} next={next} onAct={() => undefined} />
      <PlayerAnnouncer state={state} />
    </MemoryRouter>,
  )
}

it('an ended film shows how many seconds are not credited and offers to continue', () => {
  const page = ended({ creditedSeconds: 228 })
  expect(page).toContain('>还有 12\u00a0秒没有计入<')
  expect(page).toContain('继续学习')
  expect(page).toContain('还有 12\u00a0秒没有计入。从未计入的地方继续看完，本课时就学完了。')
  expect(page).not.toContain('下一课时')
  expect(ended({ duration: 742, creditedSeconds: 0 })).toContain('还有 12\u00a0分钟没有计入')
  // Round a fraction up to one second, so that an unfinished lesson never shows 0 missing seconds.
  expect(ended({ creditedSeconds: 239.7 })).toContain('还有 1\u00a0秒没有计入')
  expect(ended({ creditedSeconds: 226.999_999_999 })).toContain('还有 13\u00a0秒没有计入')
})

it('an ended film shows no missing seconds while heartbeats are unsent, when the lesson is done or study is closed', () => {
  const others: [string, Partial<PlayerState>][] = [
    ['正在保存最后一段学习记录…', { queue: [beat] }],
    ['网络已断开', { queue: [beat], failures: 1 }],
    ['下一课时：用药教育', { done: true }],
    ['播放结束', { closed: true }],
  ]
  for (const [title, change] of others) {
    expect(ended(change)).toContain(title)
    expect(ended(change)).not.toContain('没有计入')
  }
})

it('the note on a missed presence check says whether the student, device or network was late', () => {
  const why = (stop: PlayerState['stop']) => ended({ media: 'paused', stop })
  expect(why('presence-missed')).toContain('未及时确认在场')
  expect(why('presence-unasked')).toContain('没能请您确认')
  expect(why('presence-late')).toContain('您的在场确认没有及时送达')
})
