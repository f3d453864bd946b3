import type { CameraProblem } from '@ce/client/exam-attempt/camera.ts'

/** What each failure of the camera check means (product §4 Exam). */
export const cameraTitles: Record<CameraProblem, string> = {
  none: '没有找到摄像头',
  refused: '摄像头没有获得授权',
  insecure: '当前页面不能使用摄像头',
  busy: '摄像头正被其他程序占用',
  'enumeration-failed': '无法读取本机的摄像头列表',
  failed: '摄像头打不开',
  lost: '摄像头已断开',
}
