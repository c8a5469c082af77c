/**
 * What the server knows of a media file; which fields it has depends on the sort of file.
 */
export interface MediaDetails extends AudioVideoDetails {
  /** The path below the upload folder. */
  file?: string
  /** In bytes. */
  filesize?: number
  /** In pixels. */
  height?: number
  /** What the camera wrote into the file. */
  image_meta?: ImageMeta
  /** The name of the file before it was scaled down or turned. */
  original_image?: string
  /** The versions the server made, by the name of their size. */
  sizes?: Record<string, MediaSize>
  /** In pixels. */
  width?: number
}

/** One version of an image. */
export interface MediaSize {
  /** The name of the file. */
  file: string
  /** In bytes. */
  filesize?: number
  /** In pixels. */
  height: number
  mime_type: string
  /** The address of the file. */
  source_url: string
  /** Whether the whole picture is in it. */
  uncropped?: boolean
  /** In pixels. */
  width: number
}

/** Camera values as the server keeps them: numbers often come as text. */
export interface ImageMeta {
  /** What the picture shows, as its maker wrote into the file. Since WordPress 7.1. */
  alt?: string
  aperture?: string | number
  camera?: string
  caption?: string
  copyright?: string
  /** In seconds since 1970. */
  created_timestamp?: string | number
  credit?: string
  focal_length?: string | number
  iso?: string | number
  keywords?: string[]
  orientation?: string | number
  shutter_speed?: string | number
  title?: string
}

/** What the server reads from sound and film. */
export interface AudioVideoDetails {
  album?: string
  artist?: string
  audio?: AudioStream
  /** In bits per second. */
  bitrate?: number
  bitrate_mode?: string
  channelmode?: string
  channels?: number
  codec?: string
  compression_ratio?: number
  /** In seconds since 1970. */
  created_timestamp?: number
  dataformat?: string
  encoder?: string
  encoder_options?: string
  fileformat?: string
  genre?: string
  /** The playing time in seconds. */
  length?: number
  /** The playing time as it is shown, such as `3:07`. */
  length_formatted?: string
  lossless?: boolean
  mime_type?: string
  sample_rate?: number
  title?: string
  track_number?: string
  year?: string
}

/** The sound of a film. */
export interface AudioStream {
  bits_per_sample?: number
  channelmode?: string
  channels?: number
  codec?: string
  compression_ratio?: number
  dataformat?: string
  lossless?: boolean
  sample_rate?: number
}
