// A folder with certificates that are made for a test, and gone after it.
#pragma once

#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

namespace net {

class Certificates {
 public:
  Certificates() {
    static int made = 0;
    folder_ = std::filesystem::temp_directory_path() /
              ("parlor-tls-" + std::to_string(::getpid()) + "-" + std::to_string(++made));
    std::filesystem::create_directories(folder_);
  }
  ~Certificates() { std::filesystem::remove_all(folder_); }
  Certificates(const Certificates&) = delete;
  Certificates& operator=(const Certificates&) = delete;

  std::string path(const std::string& name) const { return folder_ / name; }

  /// NAME.crt and NAME.key, signed by another that was made before, or by itself.
  void make(const std::string& name, const std::string& authority = {}) {
    Key key(EVP_EC_gen("P-256"), EVP_PKEY_free);
    std::unique_ptr<X509, decltype(&X509_free)> certificate(X509_new(), X509_free);
    X509_set_version(certificate.get(), 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -3600);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 24 * 3600);
    X509_set_pubkey(certificate.get(), key.get());
    add_name(X509_get_subject_name(certificate.get()), name);
    add_name(X509_get_issuer_name(certificate.get()), authority.empty() ? name : authority);
    if (authority.empty()) let_it_sign(certificate.get());
    EVP_PKEY* signs = authority.empty() ? key.get() : keys_.at(authority).get();
    X509_sign(certificate.get(), signs, EVP_sha256());
    FILE* file = std::fopen(path(name + ".crt").c_str(), "w");
    PEM_write_X509(file, certificate.get());
    std::fclose(file);
    file = std::fopen(path(name + ".key").c_str(), "w");
    PEM_write_PrivateKey(file, key.get(), nullptr, nullptr, 0, nullptr, nullptr);
    std::fclose(file);
    keys_.emplace(name, std::move(key));
  }

 private:
  using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;

  static void add_name(X509_NAME* to, const std::string& name) {
    X509_NAME_add_entry_by_txt(to, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>(name.c_str()),
                               -1, -1, 0);
  }
  static void let_it_sign(X509* certificate) {
    X509_EXTENSION* may = X509V3_EXT_conf_nid(nullptr, nullptr, NID_basic_constraints, "critical,CA:TRUE");
    X509_add_ext(certificate, may, -1);
    X509_EXTENSION_free(may);
  }

  std::filesystem::path folder_;
  std::map<std::string, Key> keys_;
};

}  // namespace net
