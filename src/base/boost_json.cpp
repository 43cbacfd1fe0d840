// Boost.JSON, compiled here once for the whole program: everybody else includes only boost/json.hpp.
#include <boost/json/src.hpp>
