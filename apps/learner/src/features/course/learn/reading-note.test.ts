import { initialPlayerState, type PlayerState } from '@ce/client/lesson-player/state.ts'
import { describe, expect, it } from 'vitest'
import { readingNote } from './reading-note.ts'

const lesson = {
  id: 'lesson',
  title: '审方',
  kind: 'ARTICLE' as const,
  durationSeconds: 240,
  videoUrl: null,
  lowVideoUrl: null,
  captionsUrl: null,
  furthestSeconds: 0,
  creditedSeconds: 0,
  covered: [],
  resumeAt: 0,
  done: false,
}

const beat: PlayerState['queue'][number] = {
  id: 'c',
  lessonId: 'lesson',
  playSessionId: 's',
  seq: 1,
  event: 'end',
  position: 240,
  intervals: [[0, 240]],
}

const note = (change: Partial<PlayerState> = {}) => {
  const state = initialPlayerState({ signCourseId: 'c', lesson, studyOpen: true, addressUntil: 0 })
  return readingNote({ ...state, ...change }, 120)
}

describe('reading clock notes', () => {
  it.each<[string, Partial<PlayerState>, string | undefined]>([
    ['还没有开始计时', {}, '开始阅读'],
    ['上次读到 01 分 05 秒', { position: 65 }, '继续阅读'],
    ['正在计时', { media: 'playing' }, '暂停计时'],
    ['正在计时（离线）', { media: 'playing', failures: 1 }, '暂停计时'],
    ['计时已暂停', { media: 'paused' }, '继续阅读'],
    ['本课时已学完', { media: 'ended', done: true }, undefined],
    ['还有 12\u00a0秒没有计入', { media: 'ended', creditedSeconds: 228 }, '继续阅读'],
    ['还有 4\u00a0分钟没有计入', { media: 'ended' }, '继续阅读'],
    ['正在保存最后一段学习记录…', { media: 'ended', queue: [beat] }, undefined],
    ['网络已断开', { media: 'ended', queue: [beat], failures: 1 }, undefined],
    ['未及时确认在场，计时已暂停', { stop: 'presence-missed' }, '继续阅读'],
    ['在场确认的时间已过，计时已暂停', { stop: 'presence-unasked' }, '继续阅读'],
    ['您的在场确认没有及时送达，计时已暂停', { stop: 'presence-late' }, '继续阅读'],
    ['已在其他页面或设备上学习', { stop: 'taken-over' }, '在此继续阅读'],
    ['学习时间已结束', { closed: true, reports: false }, undefined],
    ['本课时已学完', { done: true, reports: false }, undefined],
  ])('%s', (title, change, button) => {
    expect(note(change)).toMatchObject({ title })
    expect(note(change).button).toBe(button)
  })

  it('the reading clock asks to keep the page open when the device cannot store unsent reports', () => {
    const offline = { failures: 1, keeps: false }
    expect(note({ media: 'playing', ...offline }).text).toContain('请不要关闭本页')
    expect(note({ media: 'ended', queue: [beat], ...offline }).text).toContain('请不要关闭本页')
    expect(note({ stop: 'signed-out', ...offline }).text).toContain('没有保存')
    expect(note({ media: 'playing', failures: 1 }).text).toContain('存在本机')
  })

  it('a reading clock that stopped by itself gives the reason: hidden page, other window or no movement', () => {
    const text = (halt: PlayerState['halt']) => note({ media: 'paused', halt }).text
    expect([text('hidden'), text('away'), text('idle')]).toEqual([
      '页面不在前台时不计时。',
      '您切换到了其他窗口。',
      '超过 2\u00a0分钟没有滚动、按键或触摸。',
    ])
  })
})
