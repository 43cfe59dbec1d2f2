// A QR code made on the phone, for what no server may see: bytes, error correction L, versions 1 to
// 9, which hold 230 characters. The standard is ISO/IEC 18004.
(() => {
  "use strict";
  // By version: data codewords of a block, error correction codewords of a block, blocks.
  const VERSIONS = [
    [19, 7, 1],
    [34, 10, 1],
    [55, 15, 1],
    [80, 20, 1],
    [108, 26, 1],
    [68, 18, 2],
    [78, 20, 2],
    [97, 24, 2],
    [116, 30, 2],
  ];
  const QUIET = 4; // blank modules around it
  const BYTES = 0b0100; // the mode
  const PADS = [0xec, 0x11];
  const FIELD = 0x11d; // the polynomial of the field of 256 elements
  const FORMAT = { generator: 0x537, bits: 10, mask: 0x5412 };
  const VERSION_GENERATOR = 0x1f25;
  const LEVEL_L = 0b01;
  const MASK = 0; // any of the eight may be used: a module is inverted if row + column is even

  const powers = [];
  const logs = [];
  for (let power = 0, value = 1; power < 255; power++) {
    powers[power] = value;
    logs[value] = power;
    value <<= 1;
    if (value > 255) value ^= FIELD;
  }

  function times(one, other) {
    return one && other ? powers[(logs[one] + logs[other]) % 255] : 0;
  }

  // The remainder of a block of data, by the generator of that many codewords.
  function correction(data, count) {
    let generator = [1];
    for (let root = 0; root < count; root++) {
      const next = [...generator, 0];
      generator.forEach((factor, at) => (next[at + 1] ^= times(factor, powers[root])));
      generator = next;
    }
    const rest = [...data, ...Array(count).fill(0)];
    for (let at = 0; at < data.length; at++) {
      const lead = rest[at];
      generator.forEach((factor, step) => (rest[at + step] ^= times(factor, lead)));
    }
    return rest.slice(data.length);
  }

  function codewords(bytes, [size, corrections, blocks]) {
    const room = size * blocks;
    const bits = [];
    const push = (value, count) => {
      for (let bit = count - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
    };
    push(BYTES, 4);
    push(bytes.length, 8);
    bytes.forEach((byte) => push(byte, 8));
    push(0, Math.min(4, 8 * room - bits.length));
    while (bits.length % 8) bits.push(0);
    const data = [];
    for (let at = 0; at < bits.length; at += 8) {
      data.push(parseInt(bits.slice(at, at + 8).join(""), 2));
    }
    for (let pad = 0; data.length < room; pad++) data.push(PADS[pad % 2]);
    const parts = Array.from({ length: blocks }, (_, block) =>
      data.slice(block * size, (block + 1) * size),
    );
    return [
      ...woven(parts, size),
      ...woven(
        parts.map((part) => correction(part, corrections)),
        corrections,
      ),
    ];
  }

  function woven(parts, length) {
    const all = [];
    for (let at = 0; at < length; at++) parts.forEach((part) => all.push(part[at]));
    return all;
  }

  // A value, followed by its remainder in the code that this generator makes.
  function checked(value, generator, bits) {
    let rest = value << bits;
    for (let at = Math.floor(Math.log2(rest || 1)); at >= bits; at--) {
      if ((rest >> at) & 1) rest ^= generator << (at - bits);
    }
    return (value << bits) | rest;
  }

  class Matrix {
    constructor(version) {
      this.version = version;
      this.size = 17 + 4 * version;
      this.dark = Array.from({ length: this.size }, () => Array(this.size).fill(null));
      this.finders();
      this.alignments();
      for (let at = 8; at < this.size - 8; at++) {
        this.dark[6][at] ??= at % 2 === 0;
        this.dark[at][6] ??= at % 2 === 0;
      }
      this.format();
      if (version >= 7) this.versionInformation();
    }

    square(row, column, radius, isDark) {
      for (let down = -radius; down <= radius; down++) {
        for (let right = -radius; right <= radius; right++) {
          const line = this.dark[row + down];
          if (line && column + right >= 0 && column + right < this.size) {
            line[column + right] = isDark(Math.max(Math.abs(down), Math.abs(right)));
          }
        }
      }
    }

    finders() {
      const far = this.size - 4;
      for (const [row, column] of [[3, 3], [3, far], [far, 3]]) {
        this.square(row, column, 4, (ring) => ring !== 2 && ring !== 4);
      }
    }

    alignments() {
      if (this.version === 1) return;
      const last = this.size - 7;
      const lines = this.version < 7 ? [6, last] : [6, (last + 6) / 2, last];
      for (const row of lines) {
        for (const column of lines) {
          if (this.dark[row][column] === null) {
            this.square(row, column, 2, (ring) => ring !== 1);
          }
        }
      }
    }

    format() {
      const bits = checked((LEVEL_L << 3) | MASK, FORMAT.generator, FORMAT.bits) ^ FORMAT.mask;
      const last = this.size - 1;
      for (let bit = 0; bit < 15; bit++) {
        const isDark = ((bits >> bit) & 1) === 1;
        const down = bit < 6 ? bit : bit < 8 ? bit + 1 : this.size - 15 + bit;
        const left = bit < 8 ? last - bit : bit === 8 ? 7 : 14 - bit;
        this.dark[down][8] = isDark;
        this.dark[8][left] = isDark;
      }
      this.dark[this.size - 8][8] = true;
    }

    versionInformation() {
      const bits = checked(this.version, VERSION_GENERATOR, 12);
      for (let bit = 0; bit < 18; bit++) {
        const isDark = ((bits >> bit) & 1) === 1;
        const far = this.size - 11 + (bit % 3);
        const near = Math.floor(bit / 3);
        this.dark[far][near] = isDark;
        this.dark[near][far] = isDark;
      }
    }

    // From the right to the left in columns of two modules, by turns upwards and downwards.
    fill(words) {
      let bit = 0;
      let upwards = true;
      for (let right = this.size - 1; right > 0; right -= 2) {
        if (right === 6) right = 5;
        for (let step = 0; step < this.size; step++) {
          const row = upwards ? this.size - 1 - step : step;
          for (const column of [right, right - 1]) {
            if (this.dark[row][column] !== null) continue;
            const value = ((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1;
            this.dark[row][column] = (value === 1) !== ((row + column) % 2 === 0);
            bit++;
          }
        }
        upwards = !upwards;
      }
    }

    get path() {
      let path = "";
      this.dark.forEach((line, row) =>
        line.forEach((isDark, column) => {
          if (isDark) path += `M${column + QUIET} ${row + QUIET}h1v1h-1z`;
        }),
      );
      return path;
    }
  }

  // The code of a text: its side in modules and the path around the dark ones; null if the text is
  // too long.
  truc.qr = (text) => {
    const bytes = [...new TextEncoder().encode(text)];
    const at = VERSIONS.findIndex(([size, , blocks]) => bytes.length + 2 <= size * blocks);
    if (at < 0) return null;
    const matrix = new Matrix(at + 1);
    matrix.fill(codewords(bytes, VERSIONS[at]));
    return { size: matrix.size + 2 * QUIET, path: matrix.path };
  };
})();
