/** The key of a recording in the file store. */
export const voiceKey = (folder: string) => `${folder}/voice.mp4`;
