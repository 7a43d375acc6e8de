//! The byte format of compiled databases: little-endian integers, no pointers,
//! no alignment. [`ByteWriter`] makes it, [`ByteReader`] reads it back and never trusts
//! a length; [`Words`] are tables that stay in the bytes they came in.

use std::borrow::Cow;
use std::fmt;

/// A compiled database that cannot be decoded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecodeError {
    /// Byte offset at which decoding stopped.
    pub offset: usize,
    /// What was wrong there.
    pub reason: &'static str,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "compiled database damaged at byte {}: {}", self.offset, self.reason)
    }
}

impl std::error::Error for DecodeError {}

/// Appends values to a byte vector.
#[derive(Default, Debug)]
pub struct ByteWriter(pub Vec<u8>);

impl ByteWriter {
    /// One byte.
    pub fn u8(&mut self, v: u8) {
        self.0.push(v);
    }
    /// One signed byte.
    pub fn i8(&mut self, v: i8) {
        self.0.extend_from_slice(&v.to_le_bytes());
    }
    /// Two bytes.
    pub fn u16(&mut self, v: u16) {
        self.0.extend_from_slice(&v.to_le_bytes());
    }
    /// Four bytes.
    pub fn u32(&mut self, v: u32) {
        self.0.extend_from_slice(&v.to_le_bytes());
    }
    /// Eight bytes.
    pub fn u64(&mut self, v: u64) {
        self.0.extend_from_slice(&v.to_le_bytes());
    }
    /// A 64-bit float by its bits.
    pub fn f64(&mut self, v: f64) {
        self.u64(v.to_bits());
    }
    /// A 32-bit float by its bits.
    pub fn f32(&mut self, v: f32) {
        self.u32(v.to_bits());
    }
    /// A length or count.
    pub fn len(&mut self, v: usize) {
        self.u32(u32::try_from(v).unwrap_or(u32::MAX));
    }
    /// A string with its length.
    pub fn str(&mut self, v: &str) {
        self.len(v.len());
        self.0.extend_from_slice(v.as_bytes());
    }
    /// Raw bytes with their length.
    pub fn blob(&mut self, v: &[u8]) {
        self.len(v.len());
        self.0.extend_from_slice(v);
    }
}

/// Takes values off a byte slice. Every method fails at the end of the input.
#[derive(Debug)]
pub struct ByteReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> ByteReader<'a> {
    /// Reads from the start of `bytes`.
    pub fn new(bytes: &'a [u8]) -> ByteReader<'a> {
        ByteReader { bytes, at: 0 }
    }

    /// An error at the current place.
    pub fn error(&self, reason: &'static str) -> DecodeError {
        DecodeError { offset: self.at, reason }
    }

    /// All bytes that are left.
    pub fn rest(&mut self) -> &'a [u8] {
        let part = &self.bytes[self.at..];
        self.at = self.bytes.len();
        part
    }

    /// Whether everything was read.
    pub fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    /// The next `n` bytes.
    pub fn take(&mut self, n: usize) -> Result<&'a [u8], DecodeError> {
        let end = self.at.checked_add(n).filter(|&e| e <= self.bytes.len());
        let end = end.ok_or(DecodeError { offset: self.at, reason: "unexpected end" })?;
        let part = &self.bytes[self.at..end];
        self.at = end;
        Ok(part)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        let mut out = [0; N];
        out.copy_from_slice(self.take(N)?);
        Ok(out)
    }

    /// One byte.
    pub fn u8(&mut self) -> Result<u8, DecodeError> {
        Ok(self.array::<1>()?[0])
    }
    /// One signed byte.
    pub fn i8(&mut self) -> Result<i8, DecodeError> {
        Ok(i8::from_le_bytes(self.array()?))
    }
    /// Two bytes.
    pub fn u16(&mut self) -> Result<u16, DecodeError> {
        Ok(u16::from_le_bytes(self.array()?))
    }
    /// Four bytes.
    pub fn u32(&mut self) -> Result<u32, DecodeError> {
        Ok(u32::from_le_bytes(self.array()?))
    }
    /// Eight bytes.
    pub fn u64(&mut self) -> Result<u64, DecodeError> {
        Ok(u64::from_le_bytes(self.array()?))
    }
    /// A 64-bit float.
    pub fn f64(&mut self) -> Result<f64, DecodeError> {
        Ok(f64::from_bits(self.u64()?))
    }
    /// A 32-bit float.
    pub fn f32(&mut self) -> Result<f32, DecodeError> {
        Ok(f32::from_bits(self.u32()?))
    }
    /// A count of items of at least `item` bytes each; fails rather than promise
    /// more items than bytes are left.
    pub fn len(&mut self, item: usize) -> Result<usize, DecodeError> {
        let n = self.u32()? as usize;
        if n.saturating_mul(item) > self.bytes.len() - self.at {
            return Err(self.error("length beyond the end"));
        }
        Ok(n)
    }
    /// A string.
    pub fn str(&mut self) -> Result<String, DecodeError> {
        let n = self.len(1)?;
        let bytes = self.take(n)?;
        std::str::from_utf8(bytes).map(str::to_string).map_err(|_| self.error("not UTF-8"))
    }
    /// Raw bytes.
    pub fn blob(&mut self) -> Result<&'a [u8], DecodeError> {
        let n = self.len(1)?;
        self.take(n)
    }
}

/// The checksum of the format: FNV-1a, but eight bytes at a time, and what is left in the end one by one, each followed by a
/// rotation. Detects damage, not malice.
pub fn checksum(bytes: &[u8]) -> u64 {
    let step = |h: u64, x: u64| (h ^ x).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(29);
    let words = bytes.chunks_exact(8);
    let rest = words.remainder();
    let word = |w: &[u8]| w.iter().rev().fold(0, |x, &b| x << 8 | u64::from(b));
    let sum = words.fold(0xcbf2_9ce4_8422_2325, |h, w| step(h, word(w)));
    rest.iter().fold(sum, |h, &b| step(h, u64::from(b)))
}

/// Puts magic number, version and checksum before the content of a database.
pub fn seal(magic: [u8; 4], version: u32, content: &[u8]) -> Vec<u8> {
    let mut out = magic.to_vec();
    out.extend_from_slice(&version.to_le_bytes());
    out.extend_from_slice(&checksum(content).to_le_bytes());
    out.extend_from_slice(content);
    out
}

/// The content of [`seal`]ed bytes.
///
/// # Errors
///
/// If the magic number or the version is another one, or the checksum differs.
pub fn open(bytes: &[u8], magic: [u8; 4], version: u32) -> Result<&[u8], DecodeError> {
    let mut head = ByteReader::new(bytes);
    if head.take(4)? != magic {
        return Err(head.error("not a compiled database of this kind"));
    }
    if head.u32()? != version {
        return Err(head.error("compiled by another version"));
    }
    let sum = head.u64()?;
    let content = &bytes[16..];
    if checksum(content) != sum {
        return Err(head.error("checksum differs"));
    }
    Ok(content)
}

/// A table of 32-bit words inside bytes: borrowed from the program's static data
/// or owned after loading. One matcher serves both.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Words(pub Cow<'static, [u8]>);

impl Words {
    /// An owned table.
    pub fn from_words(words: &[u32]) -> Words {
        Words(Cow::Owned(words.iter().flat_map(|w| w.to_le_bytes()).collect()))
    }

    /// Number of words.
    pub fn len(&self) -> usize {
        self.0.len() / 4
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A view for use in a loop: borrow once outside, index inside.
    #[inline]
    pub fn view(&self) -> WordView<'_> {
        WordView(&self.0)
    }
}

/// A borrowed [`Words`].
#[derive(Clone, Copy, Debug)]
pub struct WordView<'a>(&'a [u8]);

impl WordView<'_> {
    /// The word at `i`.
    ///
    /// # Panics
    ///
    /// If there is no such word; decoded tables have been validated.
    #[inline]
    pub fn get(&self, i: usize) -> u32 {
        let b = &self.0[i * 4..i * 4 + 4];
        u32::from_le_bytes([b[0], b[1], b[2], b[3]])
    }

    /// Number of words.
    pub fn len(&self) -> usize {
        self.0.len() / 4
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
