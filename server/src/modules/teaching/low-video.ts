import type { LessonFile } from '../file/service.ts'

/**
 * So many tenths of a second may a film for slow lines be longer or shorter than the lesson's own: whoever makes it pads it by a frame of
 * its sound (64 ms at 16 kHz) and one of its picture (0.2 s at five a second). It is half of what a player takes for
 * drift and the judge for a position beyond the end (study/judge.ts), so that either film watched to its end is the whole lesson.
 */
export const mostDifferenceDs = 5

/** Why a film cannot stand for the lesson's own on a slow line, to be said behind its name; null: it can. What plays at all, its upload has judged. */
export function lowVideoProblem(video: LessonFile, low: LessonFile | undefined): string | null {
  if (low?.purpose !== 'LESSON' || !low.media || !video.media) return '没有上传成功，请重新上传'
  if (video.media.audio && !low.media.audio) return '没有声音，而原视频有'
  const difference = inDs(low.media.durationSeconds) - inDs(video.media.durationSeconds)
  if (Math.abs(difference) > mostDifferenceDs) {
    const how = `${difference > 0 ? '长' : '短'} ${Math.abs(difference) / 10} 秒`
    return `比原视频${how}，应是同一段内容，相差不超过 ${mostDifferenceDs / 10} 秒`
  }
  return low.size < video.size ? null : '不比原视频小，省不了流量'
}

const inDs = (seconds: number) => Math.round(seconds * 10)
