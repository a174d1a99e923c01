/**
 * Files up to this size, decompressed, are read by threads that are reused for the next file, and several at a time; of
 * larger ones each takes some hundreds of megabytes.
 */
export const smallFile = 10 * 1024 * 1024
