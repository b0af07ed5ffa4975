//! Tables for pandas, Polars, DuckDB and others, which take them through Arrow's PyCapsule
//! interface without a conversion.

use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::builder::StringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float64Type, Int32Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, FixedSizeBinaryArray, Float64Array, Int32Array, RecordBatch,
    RecordBatchIterator, RecordBatchReader, StringArray, UInt64Array,
};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use grundy::format::markup;
use grundy::game::Large;
use grundy::search::{Cell, ColumnType, Plan, Query, QueryError, Row, SearchError};
use grundy::solve::partitioned::{self as partitioned, Failure, Positions};
use grundy::{Convention, Limits, Stopped};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict, PyList, PySlice, PyString};

use crate::asked::ask;
use crate::error::{self, NoValueError, ReadError};
use crate::game::Game;
use crate::own::is_own;
use crate::work::{Within, run_keeping};

/// A table: `pandas.DataFrame.from_arrow`, `polars.DataFrame`, `pyarrow.table` and others take
/// it as it is. It is a sequence of rows, each a dict; a name gives a column, and a slice a table.
///
/// >>> import grundy
/// >>> rows = grundy.search("domineering", "2x3", where="temperature > 1", columns="mean, outcome")
/// >>> len(rows), rows[0]
/// (1, {'game': 'domineering(..|..|..)', 'mean': -0.75, 'outcome': 'N'})
/// >>> rows["mean"], [row["outcome"] for row in rows]
/// ([-0.75], ['N'])
#[pyclass(frozen, module = "grundy")]
pub(crate) struct Rows {
    schema: SchemaRef,
    count: usize,
    about: String,
    from: From,
}

/// The origin of the rows.
enum From {
    /// The rows exist already.
    Batches(Vec<RecordBatch>),
    /// The rows are made when they are read: keys with their verdicts are small, and rows are not.
    Solution(Arc<Solution>),
}

/// The positions of a game by their keys.
pub(crate) struct Solution {
    large: Box<dyn Large>,
    positions: Positions,
    game: String,
    convention: Convention,
    texts: bool,
    /// The game, if rows are made by rules in Python. They are made in the thread that asks, where
    /// Ctrl-C stops them and exceptions are returned.
    own: Option<Game>,
    schema: SchemaRef,
}

#[pymethods]
impl Rows {
    fn __len__(&self) -> usize {
        self.count
    }

    fn __repr__(&self) -> String {
        format!("<{} rows of {}: {}>", self.count, self.about, self.columns().join(", "))
    }

    /// The first rows.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        /// The number of rows shown.
        const SHOWN: usize = 10;
        let mut html = String::from("<table><thead><tr>");
        for name in self.columns() {
            html += &format!("<th>{}</th>", markup::escape(&name));
        }
        html += "</tr></thead><tbody>";
        let batch = self.reader(py, Some(SHOWN))?.next().transpose();
        let batch = batch.map_err(|why| broken(&why))?;
        for row in 0..batch.as_ref().map_or(0, RecordBatch::num_rows).min(SHOWN) {
            html += "<tr>";
            for column in batch.iter().flat_map(RecordBatch::columns) {
                html += &format!("<td>{}</td>", markup::escape(&cell(column, row)));
            }
            html += "</tr>";
        }
        html += "</tbody></table>";
        if self.count > SHOWN {
            html += &format!("<p>… {} rows</p>", self.count);
        }
        Ok(html)
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyResult<RowsIterator> {
        let reader = slf.reader(slf.py(), None)?;
        let names = slf.names(slf.py());
        Ok(RowsIterator { names, reading: Mutex::new(Reading { reader, batch: None, next: 0 }) })
    }

    /// A row as a dict, rows as a table, or a column as a list, by its name. A row is found by reading
    /// those before it.
    fn __getitem__(&self, py: Python<'_>, which: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        if let Ok(name) = which.cast::<PyString>() {
            let name = name.to_str()?;
            let Ok(place) = self.schema.index_of(name) else {
                return Err(PyKeyError::new_err(format!(
                    "{name}: the columns are {}",
                    self.columns().join(", ")
                )));
            };
            return Ok(self.lists(py, &[place])?.remove(0).into_any().unbind());
        }
        if let Ok(slice) = which.cast::<PySlice>() {
            let of = slice.indices(self.count as isize)?;
            if of.step != 1 {
                return Err(PyValueError::new_err("rows are taken one after the other: step 1"));
            }
            let (from, to) = (of.start as usize, of.stop.max(of.start) as usize);
            return self.part(py, from..to)?.into_py_any(py);
        }
        let index = which.extract::<isize>().map_err(|_| {
            PyTypeError::new_err("rows are found by a number, a slice, or the name of a column")
        })?;
        let place = if index < 0 { index + self.count as isize } else { index };
        if !(0..self.count as isize).contains(&place) {
            let why = format!("there are {} rows, and no row {index}", self.count);
            return Err(PyIndexError::new_err(why));
        }
        let place = place as usize;
        let part = self.part(py, place..place + 1)?;
        let From::Batches(batches) = &part.from else { return Ok(py.None()) };
        match batches.iter().find(|batch| batch.num_rows() > 0) {
            Some(batch) => row(py, &self.names(py), batch, 0)?.into_py_any(py),
            None => Err(PyIndexError::new_err("the rows break off")),
        }
    }

    /// All columns by their names, as lists.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let places: Vec<usize> = (0..self.schema.fields().len()).collect();
        let columns = PyDict::new(py);
        for (name, list) in self.names(py).iter().zip(self.lists(py, &places)?) {
            columns.set_item(name, list)?;
        }
        Ok(columns)
    }

    /// The types of the columns, as Arrow names them.
    #[getter]
    fn types(&self) -> Vec<String> {
        self.schema.fields().iter().map(|field| field.data_type().to_string()).collect()
    }

    /// What the rows are of.
    #[getter]
    fn about(&self) -> &str {
        &self.about
    }

    /// The rows as a stream of Arrow: a capsule for other packages.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A caller that asks for another schema may get this one.
        drop(requested_schema);
        let rows = FFI_ArrowArrayStream::new(self.reader(py, None)?);
        PyCapsule::new_with_value(py, rows, c"arrow_array_stream")
    }
}

/// The rows of a table, one after the other.
#[pyclass(frozen, module = "grundy")]
pub(crate) struct RowsIterator {
    names: Vec<Py<PyString>>,
    reading: Mutex<Reading>,
}

/// How far a table has been read.
struct Reading {
    reader: Box<dyn RecordBatchReader + Send>,
    batch: Option<RecordBatch>,
    next: usize,
}

impl Reading {
    /// The batch of the next row, and its place there.
    fn step(&mut self) -> Option<Result<(RecordBatch, usize), ArrowError>> {
        loop {
            if let Some(batch) = self.batch.as_ref().filter(|batch| self.next < batch.num_rows()) {
                self.next += 1;
                return Some(Ok((batch.clone(), self.next - 1)));
            }
            self.next = 0;
            match self.reader.next()? {
                Ok(batch) => self.batch = Some(batch),
                Err(why) => return Some(Err(why)),
            }
        }
    }
}

#[pymethods]
impl RowsIterator {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let step = || self.reading.lock().unwrap_or_else(PoisonError::into_inner).step();
        match py.detach(step) {
            None => Ok(None),
            Some(Ok((batch, place))) => row(py, &self.names, &batch, place).map(Some),
            Some(Err(why)) => Err(broken(&why)),
        }
    }
}

fn broken(why: &ArrowError) -> PyErr {
    PyValueError::new_err(why.to_string())
}

/// A row as a dict.
fn row<'py>(
    py: Python<'py>,
    names: &[Py<PyString>],
    batch: &RecordBatch,
    place: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let row = PyDict::new(py);
    for (name, column) in names.iter().zip(batch.columns()) {
        row.set_item(name, object(py, column, place)?)?;
    }
    Ok(row)
}

/// A cell as an object of Python.
fn object(py: Python<'_>, column: &ArrayRef, row: usize) -> PyResult<Py<PyAny>> {
    if column.is_null(row) {
        return Ok(py.None());
    }
    match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().value(row).into_py_any(py),
        DataType::Float64 => column.as_primitive::<Float64Type>().value(row).into_py_any(py),
        DataType::Int32 => column.as_primitive::<Int32Type>().value(row).into_py_any(py),
        DataType::UInt64 => column.as_primitive::<UInt64Type>().value(row).into_py_any(py),
        DataType::Boolean => column.as_boolean().value(row).into_py_any(py),
        _ => PyBytes::new(py, column.as_fixed_size_binary().value(row)).into_py_any(py),
    }
}

impl Rows {
    fn names(&self, py: Python<'_>) -> Vec<Py<PyString>> {
        let fields = self.schema.fields().iter();
        fields.map(|field| PyString::new(py, field.name()).unbind()).collect()
    }

    /// Columns as lists.
    fn lists<'py>(&self, py: Python<'py>, places: &[usize]) -> PyResult<Vec<Bound<'py, PyList>>> {
        let lists: Vec<_> = places.iter().map(|_| PyList::empty(py)).collect();
        let mut reader = self.reader(py, None)?;
        while let Some(batch) = py.detach(|| reader.next()) {
            let batch = batch.map_err(|why| broken(&why))?;
            for (list, &place) in lists.iter().zip(places) {
                for row in 0..batch.num_rows() {
                    list.append(object(py, batch.column(place), row)?)?;
                }
            }
        }
        Ok(lists)
    }

    /// Some of the rows.
    fn part(&self, py: Python<'_>, rows: std::ops::Range<usize>) -> PyResult<Rows> {
        let (mut reader, mut before, mut batches) = (self.reader(py, Some(rows.end))?, 0, vec![]);
        while before < rows.end
            && let Some(batch) = py.detach(|| reader.next())
        {
            let batch = batch.map_err(|why| broken(&why))?;
            let count = batch.num_rows();
            let from = rows.start.clamp(before, before + count) - before;
            let to = rows.end.clamp(before, before + count) - before;
            if from < to {
                batches.push(batch.slice(from, to - from));
            }
            before += count;
        }
        let (schema, about) = (self.schema.clone(), self.about.clone());
        Ok(Rows { schema, count: rows.len(), about, from: From::Batches(batches) })
    }

    /// A table of existing rows.
    pub(crate) fn of(batch: RecordBatch, about: String) -> Rows {
        let count = batch.num_rows();
        Rows { schema: batch.schema(), count, about, from: From::Batches(vec![batch]) }
    }

    /// Reads the first `most` rows, or all of them.
    fn reader(
        &self,
        py: Python<'_>,
        most: Option<usize>,
    ) -> PyResult<Box<dyn RecordBatchReader + Send>> {
        let batches = match &self.from {
            From::Batches(batches) => batches.clone(),
            From::Solution(solution) => match &solution.own {
                Some(game) => solution.batches(py, game, most)?,
                None => return Ok(Box::new(Stream::new(solution.clone()))),
            },
        };
        let batches = batches.into_iter().map(Ok);
        Ok(Box::new(RecordBatchIterator::new(batches, self.schema.clone())))
    }
}

/// A cell as text.
fn cell(column: &ArrayRef, row: usize) -> String {
    if column.is_null(row) {
        return String::new();
    }
    match column.data_type() {
        DataType::Utf8 => column.as_string::<i32>().value(row).to_string(),
        DataType::Float64 => column.as_primitive::<Float64Type>().value(row).to_string(),
        DataType::Int32 => column.as_primitive::<Int32Type>().value(row).to_string(),
        DataType::UInt64 => column.as_primitive::<UInt64Type>().value(row).to_string(),
        DataType::Boolean => column.as_boolean().value(row).to_string(),
        _ => "…".to_string(),
    }
}

/// Rows that another thread makes from positions, a few batches ahead.
struct Stream {
    schema: SchemaRef,
    batches: Receiver<Option<Result<RecordBatch, ArrowError>>>,
}

impl Stream {
    fn new(solution: Arc<Solution>) -> Stream {
        /// The number of batches that are made ahead of the reader.
        const AHEAD: usize = 2;
        let schema = solution.schema.clone();
        let (sender, batches) = sync_channel(AHEAD);
        std::thread::spawn(move || {
            let limits = Limits::default();
            let rows = solution.large.rows(&solution.positions, &limits, &mut |rows| {
                // The reader has gone.
                let gone = |_| Failure::Stopped(Stopped::Interrupted { reached: 0 });
                sender.send(Some(solution.batch(rows))).map_err(gone)
            });
            if let Err(error) = rows {
                let error = ArrowError::ExternalError(error.to_string().into());
                let _ = sender.send(Some(Err(error)));
            }
            let _ = sender.send(None);
        });
        Stream { schema, batches }
    }
}

impl Iterator for Stream {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        // A thread that ends without a last message has failed.
        let broken = || Some(Err(ArrowError::ComputeError("the rows break off".to_string())));
        self.batches.recv().unwrap_or_else(|_| broken())
    }
}

impl RecordBatchReader for Stream {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}

impl Solution {
    pub(crate) fn new(
        game: &Game,
        convention: Convention,
        positions: Positions,
        texts: bool,
    ) -> Option<Self> {
        let large = game.rules().large()?;
        let key = match positions.key_bytes() {
            8 => DataType::UInt64,
            _ => DataType::FixedSizeBinary(16),
        };
        let mut fields = vec![Field::new("key", key.clone(), false)];
        if texts {
            fields.push(Field::new("position", DataType::Utf8, false));
            fields.push(Field::new("mover", DataType::Utf8, false));
        }
        fields.push(Field::new("result", DataType::Utf8, false));
        fields.push(Field::new("remoteness", DataType::Int32, true));
        fields.push(Field::new("best", key, true));
        let schema = Arc::new(Schema::new(fields));
        let own = is_own(game.rules()).then(|| game.again());
        let game = game.rules().text();
        Some(Solution { large, positions, game, convention, texts, own, schema })
    }

    pub(crate) fn into_rows(self) -> Rows {
        Rows {
            schema: self.schema.clone(),
            count: self.positions.counts().keys() as usize,
            about: format!("{}, {} play", self.game, self.convention.word()),
            from: From::Solution(Arc::new(self)),
        }
    }

    /// The rows of a game that Python states, until there are `most` of them.
    fn batches(
        &self,
        py: Python<'_>,
        game: &Game,
        most: Option<usize>,
    ) -> PyResult<Vec<RecordBatch>> {
        ask(py, game.again(), Within::default(), |_, limits| {
            let (mut batches, mut count) = (Vec::new(), 0);
            let rows = self.large.rows(&self.positions, limits, &mut |rows| {
                count += rows.len();
                let batch = self.batch(rows);
                batches.push(batch.map_err(|error| Failure::Lost(error.to_string()))?);
                match most {
                    Some(most) if count >= most => {
                        Err(Failure::Stopped(Stopped::Positions { limit: most, reached: count }))
                    }
                    _ => Ok(()),
                }
            });
            match rows {
                Err(Failure::Stopped(Stopped::Positions { .. })) if most.is_some() => Ok(batches),
                rows => rows.map(|()| batches),
            }
        })
    }

    fn batch(&self, rows: &[partitioned::Row<u128>]) -> Result<RecordBatch, ArrowError> {
        let keys = |all: &mut dyn Iterator<Item = Option<u128>>| -> Result<ArrayRef, ArrowError> {
            Ok(match self.positions.key_bytes() {
                8 => Arc::new(UInt64Array::from_iter(all.map(|key| key.map(|key| key as u64)))),
                _ => Arc::new(FixedSizeBinaryArray::try_from_sparse_iter_with_size(
                    all.map(|key| key.map(u128::to_be_bytes)),
                    16,
                )?),
            })
        };
        let mut columns = vec![keys(&mut rows.iter().map(|row| Some(row.key)))?];
        if self.texts {
            let (mut positions, mut movers) = (StringBuilder::new(), StringBuilder::new());
            for row in rows {
                let (at, mover) = self.large.at(row.key).ok_or_else(|| {
                    ArrowError::ComputeError(format!("{} is no key of this game", row.key))
                })?;
                positions.append_value(at.game().position());
                movers.append_value(mover.word());
            }
            columns.push(Arc::new(positions.finish()));
            columns.push(Arc::new(movers.finish()));
        }
        let results = rows.iter().map(|row| Some(row.code.fate().word()));
        let moves = rows.iter().map(|row| row.code.remoteness().map(|moves| moves as i32));
        columns.push(Arc::new(StringArray::from_iter(results)));
        columns.push(Arc::new(Int32Array::from_iter(moves)));
        columns.push(keys(&mut rows.iter().map(|row| row.best))?);
        RecordBatch::try_new(self.schema.clone(), columns)
    }
}

/// A column: its name, its type as Arrow names it, and its values.
type ToldColumn<'py> = (String, String, Vec<Option<Bound<'py, PyAny>>>);

/// A table of columns, as another table has told them.
#[pyfunction]
pub(crate) fn rows(about: String, columns: Vec<ToldColumn<'_>>) -> PyResult<Rows> {
    fn all<T: for<'a, 'py> FromPyObject<'a, 'py, Error = PyErr>>(
        values: &[Option<Bound<'_, PyAny>>],
    ) -> PyResult<Vec<Option<T>>> {
        values.iter().map(|value| value.as_ref().map(|one| one.extract()).transpose()).collect()
    }
    let (mut fields, mut arrays) = (Vec::new(), Vec::<ArrayRef>::new());
    for (name, kind, values) in columns {
        let array: ArrayRef = match &kind[..] {
            "Utf8" => Arc::new(StringArray::from_iter(all::<String>(&values)?)),
            "Float64" => Arc::new(Float64Array::from_iter(all::<f64>(&values)?)),
            "Int32" => Arc::new(Int32Array::from_iter(all::<i32>(&values)?)),
            "UInt64" => Arc::new(UInt64Array::from_iter(all::<u64>(&values)?)),
            "Boolean" => Arc::new(BooleanArray::from_iter(all::<bool>(&values)?)),
            _ => {
                let keys = all::<Vec<u8>>(&values)?.into_iter();
                let array = FixedSizeBinaryArray::try_from_sparse_iter_with_size(keys, 16);
                Arc::new(array.map_err(|why| broken(&why))?)
            }
        };
        fields.push(Field::new(name, array.data_type().clone(), true));
        arrays.push(array);
    }
    let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays);
    Ok(Rows::of(batch.map_err(|why| broken(&why))?, about))
}

/// A column of a search.
fn column(kind: ColumnType, cells: impl Iterator<Item = Cell>) -> ArrayRef {
    match kind {
        ColumnType::Number => Arc::new(Float64Array::from_iter(cells.map(|cell| cell.number()))),
        ColumnType::Truth => Arc::new(BooleanArray::from_iter(cells.map(|cell| cell.truth()))),
        ColumnType::Unknown | ColumnType::Text => {
            let text = |cell| match cell {
                Cell::None => None,
                cell => Some(cell.to_string()),
            };
            Arc::new(StringArray::from_iter(cells.map(text)))
        }
    }
}

/// The parameters of a search, as in [`Query`].
#[derive(FromPyObject)]
pub(crate) struct Wanted {
    #[pyo3(item)]
    ruleset: String,
    #[pyo3(item)]
    size: String,
    #[pyo3(item("where"))]
    condition: Option<String>,
    #[pyo3(item)]
    columns: String,
    #[pyo3(item)]
    squares: Option<String>,
    #[pyo3(item)]
    all: bool,
}

/// The positions of a size whose value meets a condition.
#[pyfunction]
pub(crate) fn search(py: Python<'_>, wanted: Wanted, within: Within) -> PyResult<Rows> {
    let query = Query {
        ruleset: &wanted.ruleset,
        size: &wanted.size,
        squares: wanted.squares.as_deref(),
        condition: wanted.condition.as_deref(),
        columns: &wanted.columns,
        all: wanted.all,
    };
    let plan = query.plan().map_err(|why| match why {
        QueryError::Ruleset(why) => error::parse(query.ruleset, &why),
        QueryError::Size(why) => error::parse(query.size, &why),
        QueryError::Squares(why) => error::parse(query.squares.unwrap_or_default(), &why),
        QueryError::Condition(why) => error::parse(query.condition.unwrap_or_default(), &why),
        QueryError::Columns(why) => error::parse(query.columns, &why),
        other => ReadError::new_err(other.to_string()),
    })?;
    let look = |limits: &Limits<'_>| {
        let (mut rows, mut bytes) = (Vec::<Row>::new(), 0);
        let searched = grundy::search::search(&plan, 0, limits, &mut |batch| {
            bytes += batch.rows.iter().map(Row::bytes).sum::<u64>();
            rows.extend(batch.rows);
            limits.room(bytes, rows.len())
        });
        (rows, searched)
    };
    let partial = |(rows, _): (Vec<Row>, _)| found(&plan, &rows)?.into_py_any(py).map(Some);
    let (rows, searched) = run_keeping(py, within, false, look, partial)?;
    let rows = found(&plan, &rows)?;
    match searched {
        Ok(()) => Ok(rows),
        Err(SearchError::Stopped(stopped) | SearchError::Taken(stopped)) => {
            let rows = rows.into_py_any(py)?;
            Err(error::with_found(py, error::stopped(stopped), Some(rows)))
        }
        Err(other) => Err(NoValueError::new_err(other.to_string())),
    }
}

/// The rows that a search has found.
fn found(plan: &Plan, rows: &[Row]) -> PyResult<Rows> {
    let names: Vec<&str> = plan.columns().collect();
    let mut kinds = vec![ColumnType::Unknown; names.len()];
    for row in rows {
        kinds.iter_mut().zip(&row.cells).for_each(|(kind, cell)| *kind = kind.with(cell));
    }
    let games = rows.iter().map(|row| Some(plan.game(&row.position)));
    let mut fields = vec![Field::new("game", DataType::Utf8, false)];
    let mut arrays: Vec<ArrayRef> = vec![Arc::new(StringArray::from_iter(games))];
    for (place, (name, kind)) in names.iter().zip(&kinds).enumerate() {
        let array = column(*kind, rows.iter().map(|row| row.cells[place].clone()));
        fields.push(Field::new(*name, array.data_type().clone(), true));
        arrays.push(array);
    }
    let schema = Arc::new(Schema::new(fields));
    let batch = RecordBatch::try_new(schema, arrays)
        .map_err(|why| PyValueError::new_err(why.to_string()))?;
    Ok(Rows::of(batch, plan.ruleset()))
}
