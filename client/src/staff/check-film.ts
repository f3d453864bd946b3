import { readLessonFilm } from '@ce/contract/film/lesson-film'

const unreadable =
  '无法读取这个文件，它可能已被移动、改名，或正在被其他程序使用，请关闭其他程序后重新选择'

/**
 * What is wrong with a film, by the server's own rule and in its words, before hours of sending: of the file its first and last bytes are read, where
 * its index lies. Null: nothing.
 */
export async function checkFilm(file: File): Promise<string | null> {
  try {
    const film = await readLessonFilm({
      size: file.size,
      read: async (start, length) =>
        new Uint8Array(await file.slice(start, start + length).arrayBuffer()),
    })
    return 'problem' in film ? `这个视频不能用：${film.problem}` : null
  } catch {
    return unreadable
  }
}
