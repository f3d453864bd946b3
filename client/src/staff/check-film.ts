import { readLessonFilm } from '@ce/contract/film/lesson-film'

const unreadable = '无法读取这个文件，它可能已被移动、改名，或正在被其他程序使用，请关闭其他程序后重新选择'

/** Checks a film before a long upload by reading only its beginning and end. Returns the problem, or null. */
export async function checkFilm(file: File): Promise<string | null> {
  try {
    const film = await readLessonFilm({
      size: file.size,
      read: async (start, length) => new Uint8Array(await file.slice(start, start + length).arrayBuffer()),
    })
    return 'problem' in film ? `这个视频不能用：${film.problem}` : null
  } catch {
    return unreadable
  }
}
