import { describe, expect, it } from 'vitest'
import { cleanCameraLabel, isVirtualCamera } from './rules/camera-label.ts'
import { comparedWithOf, isVoidGroundAllowed, voidReasonProblem } from './rules/void-grounds.ts'

const nothing = { photo: false, captures: 1 }
const captures = { photo: false, captures: 3 }
const photoOnly = { photo: true, captures: 0 }
const photo = { photo: true, captures: 1 }

describe('pictures that reviewers can compare in an exam', () => {
  it('captures are compared with the photo, else with each other, else with nothing', () => {
    expect([nothing, captures, photoOnly, photo].map(comparedWithOf)).toEqual([
      'NOTHING',
      'CAPTURES',
      'NOTHING',
      'PHOTO',
    ])
    expect([nothing, captures, photoOnly, photo].map((one) => isVoidGroundAllowed('NOT_PHOTO', one))).toEqual([
      false,
      false,
      false,
      true,
    ])
    expect(isVoidGroundAllowed('CHANGED', photo)).toBe(false)
    expect(isVoidGroundAllowed('HELPED', photoOnly)).toBe(false)
    expect(isVoidGroundAllowed('ADMITTED', photoOnly)).toBe(true)
  })

  it.each(['与头像明显不是同一人', '抓拍的人与照片不符', '非同一人', '不像同一个人', '人像与证件照对不上'])(
    'the ground “%s” needs a photo and captures',
    (reason) => {
      expect(voidReasonProblem(reason, nothing)).toMatch(/没有头像/)
      expect(voidReasonProblem(reason, photoOnly)).toMatch(/没有可看的抓拍/)
      expect(voidReasonProblem(reason, photo)).toBeNull()
    },
  )

  it.each(['本人电话中说明不是自己考的', '照片很清楚，桌上有手机', '替考', '画面中有两个人'])(
    'the ground “%s” needs no pictures',
    (reason) => {
      expect(voidReasonProblem(reason, nothing)).toBeNull()
    },
  )

  it('comparing captures with each other needs several captures', () => {
    expect(voidReasonProblem('各张抓拍不是同一人', captures)).toBeNull()
    expect(voidReasonProblem('各张抓拍不是同一人', nothing)).not.toBeNull()
    expect(voidReasonProblem('抓拍与头像不是同一人', captures)).not.toBeNull()
  })
})

describe('names of cameras', () => {
  it('a camera name is stored as one visible line of 100 characters at most', () => {
    expect(cleanCameraLabel(' Integrated\tCamera \u202e(04f2:b67c)\n')).toBe('Integrated Camera (04f2:b67c)')
    expect(cleanCameraLabel('\u200b\ufeff\0')).toBeNull()
    expect([...(cleanCameraLabel('摄'.repeat(500)) ?? '')]).toHaveLength(100)
    expect(cleanCameraLabel('\ud800Camera')).toBe('Camera')
  })

  it.each(['OBS Virtual Camera', 'ManyCam Video Source', 'e2eSoft VCam', '虚拟摄像头', 'DroidCam Source 3'])(
    '%s is recognised as a virtual camera',
    (label) => expect(isVirtualCamera(label)).toBe(true),
  )

  it.each([
    'Integrated Camera (04f2:b67c)',
    'camera2 1, facing front',
    '前置相机',
    'USB2.0 HD UVC WebCam',
    'Observatory Cam',
  ])('%s is recognised as a real camera', (label) => expect(isVirtualCamera(label)).toBe(false))
})
