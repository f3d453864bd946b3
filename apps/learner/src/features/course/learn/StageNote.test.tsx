import { opening, type PlayerState } from '@ce/client/lesson-player/state.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { LearnDetail } from './learn-detail.ts'
import { Said, StageNote } from './StageNote.tsx'

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

/** What stands over a film that has come to its end, and what is told to who listens. */
function ended(change: Partial<PlayerState>): string {
  const start = opening({ signCourseId: 'c', lesson, studyOpen: true, addressUntil: 0 })
  const state: PlayerState = { ...start, media: 'ended', position: 240, ...change }
  const player = { state, dispatch: () => undefined } as never
  return renderToStaticMarkup(
    <MemoryRouter>
      <StageNote player={player} detail={detail} next={next} onAct={() => undefined} />
      <Said state={state} />
    </MemoryRouter>,
  )
}

it('a film that was played to its end says how much of it was not credited, and goes on there', () => {
  const page = ended({ creditedSeconds: 228 })
  expect(page).toContain('>还有 12\u00a0秒没有计入<')
  expect(page).toContain('继续学习')
  expect(page).toContain('还有 12\u00a0秒没有计入。从未计入的地方继续看完，本课时就学完了。')
  expect(page).not.toContain('下一课时')
  expect(ended({ duration: 742, creditedSeconds: 0 })).toContain('还有 12\u00a0分钟没有计入')
  // what is left of a second is one: never 0 while it is not done
  expect(ended({ creditedSeconds: 239.7 })).toContain('还有 1\u00a0秒没有计入')
  expect(ended({ creditedSeconds: 226.999_999_999 })).toContain('还有 13\u00a0秒没有计入')
})

it('says it of nothing that is still being sent, is done, or earns nothing any more', () => {
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

it('says of a presence check that was missed whose doing it was', () => {
  const why = (stop: PlayerState['stop']) => ended({ media: 'paused', stop })
  expect(why('presence-missed')).toContain('未及时确认在场')
  expect(why('presence-unasked')).toContain('没能请您确认')
  expect(why('presence-late')).toContain('您的在场确认没有及时送达')
})
