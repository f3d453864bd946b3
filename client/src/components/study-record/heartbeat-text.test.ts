import { describe, expect, it } from 'vitest'
import {
  formatCreditedSeconds,
  formatMediaInterval,
  heartbeatOutcomeOf,
  type RecordedHeartbeat,
} from './heartbeat-text.ts'

const beat = (change: Partial<RecordedHeartbeat> = {}): RecordedHeartbeat => ({
  playSessionId: 's',
  seq: 1,
  at: '2026-03-01T00:00:00Z',
  event: 'beat',
  position: 15,
  intervals: [[0, 15]],
  played: 15,
  credited: 15,
  again: 0,
  late: 0,
  waiting: 0,
  waitingFor: null,
  reason: null,
  reasonText: null,
  times: 1,
  ...change,
})

describe('heartbeat outcome texts', () => {
  it('a heartbeat outcome names its credit and why the rest is missing', () => {
    expect(heartbeatOutcomeOf(beat())).toEqual({ mark: 'done', title: '计入 15 秒', notes: [] })
    const mixed = heartbeatOutcomeOf(beat({ credited: 9.5, again: 4, waiting: 3, waitingFor: 'CLOCK' }))
    expect(mixed.title).toBe('计入 9.5 秒')
    expect(mixed.notes).toEqual([
      '4 秒此前已经计入，不重复计',
      '3 秒超出了服务器计时：计入的时间不能多于真实经过的时间',
    ])
    expect(heartbeatOutcomeOf(beat({ credited: 0, waiting: 15, waitingFor: 'AHEAD' })).mark).toBe('warning')
  })

  it('a refused heartbeat shows the player’s message and how often it was received', () => {
    const refused = beat({ reason: 'course.takenOver', reasonText: '已在别处学习', times: 3 })
    expect(heartbeatOutcomeOf(refused)).toEqual({
      mark: 'warning',
      title: '未被接受',
      notes: ['已在别处学习', '同一条记录共收到 3 次'],
    })
  })

  it('the text of a heartbeat without new seconds says that it brought no new time', () => {
    expect(heartbeatOutcomeOf(beat({ played: 0, credited: 0, intervals: [] })).notes).toEqual([
      '这条记录没有带来新的时间',
    ])
    expect(heartbeatOutcomeOf(beat({ event: 'start', played: 0, credited: 0 })).title).toBe('开始计时')
  })

  it('heartbeat times are rounded and formatted for people', () => {
    expect(formatCreditedSeconds(12.34)).toBe('12.3 秒')
    expect(formatCreditedSeconds(200)).toBe('03 分 20 秒')
    expect(formatMediaInterval([75, 3700.4])).toBe('01:15–61:40')
  })
})
