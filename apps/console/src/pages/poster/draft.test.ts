import { describe, expect, it } from 'vitest'
import { type Draft, type DraftEvent, isUnsaved, openDraft, stepDraft } from './draft.ts'

const play = (draft: Draft, ...events: DraftEvent[]) => events.reduce(stepDraft, draft)
const saved: DraftEvent = { on: 'saved', version: 4, draftNo: 2, cleaned: [], at: 99 }
const open = () => openDraft(3, 1)

describe('an editor’s draft', () => {
  it('is unsaved from the first edit until it is saved', () => {
    expect(isUnsaved(open())).toBe(false)
    const dirty = play(open(), { on: 'edit' })
    expect(isUnsaved(dirty)).toBe(true)
    const saving = play(dirty, { on: 'save' })
    expect(isUnsaved(saving)).toBe(true)
    const done = play(saving, saved)
    expect(done).toMatchObject({ phase: 'clean', version: 4, draftNo: 2, savedAt: 99 })
    expect(isUnsaved(done)).toBe(false)
  })

  it('what is typed during a save stays unsaved', () => {
    const draft = play(open(), { on: 'edit' }, { on: 'save' }, { on: 'edit' }, saved)
    expect(draft.phase).toBe('dirty')
  })

  it('keeps what is typed when a save fails, and says why until the next edit or try', () => {
    const failed = play(
      open(),
      { on: 'edit' },
      { on: 'save' },
      { on: 'failed', problem: '网络连接失败', stale: false },
    )
    expect(failed).toMatchObject({ phase: 'failed', problem: '网络连接失败', version: 3 })
    expect(isUnsaved(failed)).toBe(true)
    expect(play(failed, { on: 'edit' })).toMatchObject({ phase: 'dirty', problem: null })
  })

  it('another’s save is said, and stays said until the person decides', () => {
    const stale = play(
      open(),
      { on: 'edit' },
      { on: 'save' },
      { on: 'failed', problem: '刚被李编辑修改过', stale: true },
      { on: 'edit' },
    )
    expect(stale.phase).toBe('stale')
    const mine = play(stale, { on: 'rebase', version: 7, draftNo: 5 })
    expect(mine).toMatchObject({ phase: 'dirty', version: 7, problem: null })
  })

  const theirs: DraftEvent = { on: 'seen', version: 6, draftNo: 2, by: '李编辑' }

  it('another’s change is seen early; our own is not another’s', () => {
    const ours = play(open(), { on: 'moved', version: 5, draftNo: 1 }, { on: 'edit' })
    expect(play(ours, { on: 'seen', version: 5, draftNo: 1, by: '我' }).phase).toBe('dirty')
    const seen = play(ours, theirs)
    expect(seen).toMatchObject({ phase: 'stale', problem: '这篇内容刚被 李编辑 修改过' })
  })

  it('another’s text over nothing typed here leaves nothing unsaved; what is typed after that does', () => {
    const behind = play(open(), theirs)
    expect(behind).toMatchObject({ phase: 'behind', problem: '这篇内容刚被 李编辑 修改过' })
    expect(isUnsaved(behind)).toBe(false)
    const typed = play(behind, { on: 'edit' })
    expect(typed.phase).toBe('stale')
    expect(isUnsaved(typed)).toBe(true)
  })

  it('another’s pinning or publishing takes nothing away: the next write goes over it', () => {
    const pinned: DraftEvent = { on: 'seen', version: 6, draftNo: 1, by: '李编辑' }
    expect(play(open(), pinned)).toMatchObject({ phase: 'clean', version: 6, draftNo: 1 })
    expect(play(open(), { on: 'edit' }, pinned)).toMatchObject({ phase: 'dirty', version: 6 })
  })

  it('tells what was removed once', () => {
    const draft = play(open(), { on: 'save' }, { ...saved, cleaned: ['脚本'] })
    expect(draft.cleaned).toEqual(['脚本'])
    expect(play(draft, { on: 'cleanedRead' }).cleaned).toEqual([])
  })
})
